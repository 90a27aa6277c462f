"""Units are matched with pips by a maximum flow; a matching of single units and single pips says the same (163.2)."""

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from runepay.model.payment import Kind
from runepay.model.resources import ANY, POWERS, reach, tally
from runepay.referee.flow import unmatched

MASKS = st.one_of(st.just(ANY), st.integers(1, ANY))
UNITS = st.dictionaries(
    st.tuples(st.sampled_from(POWERS), st.sampled_from(("", "gear"))), st.integers(0, 3), max_size=5
)


def one_by_one(power: dict[Kind, int], pips: list[int]) -> int:
    """Match every single unit with a single pip and count the units left over."""
    units = [(kind, copy) for kind, number in power.items() for copy in range(number)]
    drawn: nx.Graph[object] = nx.Graph()
    drawn.add_nodes_from(units)
    drawn.add_edges_from(
        (unit, (place, mask)) for unit in units for place, mask in enumerate(pips) if reach(unit[0][0]) & mask
    )
    matched = nx.bipartite.hopcroft_karp_matching(drawn, units)
    return len(units) - len(matched) // 2


@given(UNITS, st.lists(MASKS, max_size=7))
def test_the_flow_matches_as_many_units_as_a_matching(power: dict[Kind, int], pips: list[int]) -> None:
    assert unmatched(power, tally(pips)) == one_by_one(power, pips)


def test_a_million_units_are_matched_at_once() -> None:
    million = 1_000_000
    power = {("fury", ""): million, ("calm", "spell"): million, ("universal", ""): 5}
    assert unmatched(power, ((1, million + 5), (2, million))) == 0
    assert unmatched(power, ((1, million), (2, million))) == 5
    assert unmatched(power, ((1, 3 * million),)) == million


def test_units_without_number_and_no_pips_at_all() -> None:
    assert unmatched({}, ()) == 0
    assert unmatched({("fury", ""): 0}, ()) == 0
    assert unmatched({("fury", ""): 2}, ()) == 2
    assert unmatched({("fury", ""): 1, ("calm", ""): 1}, ()) == 2
