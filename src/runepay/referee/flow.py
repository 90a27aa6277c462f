"""Which unit of Power pays which pip: a maximum flow from units to pips (163.2, 357.1).

The solver asks Hall's condition of every set of domains; the referee sends the units through a network instead, so that
neither can repeat the other's mistake.
"""

from __future__ import annotations

from collections.abc import Mapping

from runepay.model.payment import Kind
from runepay.model.resources import Tally, reach


def unmatched(power: Mapping[Kind, int], pips: Tally) -> int:
    """Count the units of Power for which no pip of their own is left.

    Parameters
    ----------
    power
        Units by kind; restrictions do not matter here.
    pips
        The pips that they are to pay.

    Examples
    --------
    >>> unmatched({("fury", ""): 1, ("universal", ""): 1}, ((1, 1), (2, 1)))
    0
    >>> unmatched({("fury", ""): 2}, ((1, 1), (2, 1)))
    1
    """
    domains: dict[int, int] = {}
    for (what, _), number in power.items():
        if number:
            domains[reach(what)] = domains.get(reach(what), 0) + number
    if len(domains) < 2:
        # Units of one kind need no network: each pip they reach takes them alike.
        return sum(
            max(0, number - sum(there for mask, there in pips if mask & wide)) for wide, number in domains.items()
        )
    return sum(domains.values()) - _flow(domains, pips)


def _flow(domains: Mapping[int, int], pips: Tally) -> int:
    import networkx as nx  # noqa: PLC0415 - heavy, and a payment that names its pips needs no network
    from networkx.algorithms.flow import dinitz  # noqa: PLC0415 - as above

    network: nx.DiGraph[object] = nx.DiGraph()
    network.add_nodes_from(("units", "pips"))
    for wide, number in domains.items():
        network.add_edge("units", ("power", wide), capacity=number)
        for mask, there in pips:
            if mask & wide:
                network.add_edge(("power", wide), ("pip", mask), capacity=min(number, there))
    for mask, there in pips:
        network.add_edge(("pip", mask), "pips", capacity=there)
    return int(nx.maximum_flow_value(network, "units", "pips", flow_func=dinitz))
