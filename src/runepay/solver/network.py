"""The resources of a question as a graph: sources, kinds of resource, pips (NetworkX).

The graph serves pictures, and a second opinion: its maximum flow says how many pips can be paid at once, computed by
another method than the constraint model's rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import networkx as nx

from runepay.model.owed import Owed
from runepay.model.payment import Payment
from runepay.model.question import Question
from runepay.model.resources import ENERGY, Tally, pip_word, reach

SOURCE = "source"
SINK = "sink"


def power_network(question: Question, owed: Owed) -> nx.DiGraph[Any]:
    """Draw every unit of Power that could be had, and the pips it may pay.

    Each object is one node, so that an object giving either of two kinds through one exhaustion is not counted twice:
    its capacity is that of its most generous Add, once for the Adds that exhaust it, and once more if it is then
    killed for another. What Adds cost themselves is left out, so the graph may promise too much, never too little.

    Returns
    -------
    DiGraph
        From ``source`` over sources (``pool:fury``, ``runes:fury``, an object's id), what they give
        (``seal:0:fury``) and pips (``pip:3``) to ``sink``, with ``capacity`` on every edge.

    Examples
    --------
    >>> from runepay.model.freeze import freeze
    >>> from runepay.model.rulebook import Ruleset
    >>> from runepay.model.state import GameState, Play
    >>> from runepay.model.reach import undominated
    >>> state = GameState.model_validate({"runes": {"fury": 1}, "pool": {"power": {"universal": 1}}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"power": ["fury", "calm"]}})
    >>> question = freeze(state, play, Ruleset.of())
    >>> payable_pips(question, undominated(question)[0])
    2
    """
    return _network(question, owed.pips)


def _network(question: Question, pips: Tally) -> nx.DiGraph[Any]:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_node(SOURCE)
    graph.add_node(SINK)
    for mask, number in pips:
        graph.add_edge(f"pip:{mask}", SINK, capacity=number)
    most = sum(number for _, number in pips)

    def reaches(node: str, what: str, number: int) -> None:
        for mask, _ in pips:
            if reach(what) & mask:
                graph.add_edge(node, f"pip:{mask}", capacity=number)

    for (what, purpose), number in question.supply.pool:
        if what != ENERGY and purpose in question.supply.fits:
            node = f"pool:{what}" + (f" for {purpose}" if purpose else "")
            graph.add_edge(SOURCE, node, capacity=number)
            reaches(node, what, number)
    for domain, ready, exhausted in question.supply.runes:
        graph.add_edge(SOURCE, f"runes:{domain}", capacity=ready + exhausted)
        reaches(f"runes:{domain}", domain, ready + exhausted)
    capacity: dict[str, dict[bool, int]] = {}
    for producer in question.supply.producers:
        one = question.objects[producer.object]
        endless = producer.converts or producer.repeats
        power = [(what, n) for (what, tag), n in producer.gives if what != ENERGY and tag in question.supply.fits]
        for what, number in power:
            node = f"{one.id}:{producer.ability}:{what}"
            graph.add_edge(one.id, node, capacity=most if endless else number)
            reaches(node, what, most if endless else number)
        each = most if endless else sum(number for _, number in power)
        ways = capacity.setdefault(one.id, {})
        ways[producer.exhaust] = max(ways.get(producer.exhaust, 0), each)
    for name, ways in capacity.items():
        graph.add_edge(SOURCE, name, capacity=sum(ways.values()))
    return graph


@dataclass(frozen=True, slots=True)
class Shortage:
    """Pips that outnumber the Power that may pay them (Hall's condition), from a minimum cut.

    Attributes
    ----------
    masks
        The sets of domains of these pips.
    owed
        How many pips there are.
    had
        How much Power may pay them, at the most.
    sources
        Where that Power comes from: ``pool:fury``, ``runes:fury``, or an object's id.
    """

    masks: tuple[int, ...]
    owed: int
    had: int
    sources: tuple[str, ...]


def shortage(question: Question, pips: Tally) -> Shortage | None:
    """Find pips that cannot all be paid, whatever else is done; ``None`` if Power alone could pay every one.

    Examples
    --------
    >>> from runepay.model.freeze import freeze
    >>> from runepay.model.rulebook import Ruleset
    >>> from runepay.model.state import GameState, Play
    >>> state = GameState.model_validate({"runes": {"fury": 1, "calm": 1, "body": 3}})
    >>> play = Play.model_validate({"card": "Mine", "cost": {"power": [["fury", "calm"], "fury", "calm", "any"]}})
    >>> question = freeze(state, play, Ruleset.of())
    >>> shortage(question, question.pips)
    Shortage(masks=(1, 2, 3), owed=3, had=2, sources=('runes:fury', 'runes:calm'))
    """
    if not pips:
        return None
    graph = _network(question, pips)
    _, (_, far) = nx.minimum_cut(graph, SOURCE, SINK)
    masks = tuple(mask for mask, _ in pips if f"pip:{mask}" in far)
    if not masks:
        return None
    owed = sum(number for mask, number in pips if mask in masks)
    sources = [name for name in graph.successors(SOURCE) if name in far and graph.edges[SOURCE, name]["capacity"]]
    had = sum(graph.edges[SOURCE, name]["capacity"] for name in sources)
    for name in graph.successors(SOURCE):
        if name not in far:
            # What it gives may be cut further on, where one of its Adds reaches these pips.
            given = [node for node in graph.successors(name) if node in far]
            had += sum(graph.edges[name, node]["capacity"] for node in given)
            sources += [name] if given else []
    return Shortage(tuple(sorted(masks)), owed, had, tuple(sources)) if had < owed else None


def payable_pips(question: Question, owed: Owed) -> int:
    """Count the pips of a total that Power alone could pay at once, by maximum flow."""
    if not owed.pips:
        return 0
    return int(nx.maximum_flow_value(power_network(question, owed), SOURCE, SINK))


def matching(payment: Payment) -> nx.DiGraph[Any]:
    """Draw what a payment did: where each resource came from and what it paid.

    Returns
    -------
    DiGraph
        Three layers in the node attribute ``layer``: sources (0), kinds of resource (1), what is paid (2); edges carry
        ``number``.
    """
    graph: nx.DiGraph[Any] = nx.DiGraph()

    def kind_name(kind: tuple[str, str]) -> str:
        return kind[0] + (f" ({kind[1]})" if kind[1] else "")

    def edge(start: str, end: str, layers: tuple[int, int], number: int) -> None:
        graph.add_node(start, layer=layers[0])
        graph.add_node(end, layer=layers[1])
        before = graph.edges[start, end]["number"] if graph.has_edge(start, end) else 0
        graph.add_edge(start, end, number=before + number)

    added: dict[tuple[str, str], int] = {}
    for step in payment.steps:
        if step.step in {"exhaust", "recycle", "add"}:
            for kind, number in step.gives:
                added[kind] = added.get(kind, 0) + number
                edge(f"{step.step} {step.object.removeprefix('rune:')}", kind_name(kind), (0, 1), number)
        elif step.step == "spend":
            for kind, number in step.gives:
                floated = number - added.get(kind, 0)
                if floated > 0:
                    edge("pool", kind_name(kind), (0, 1), floated)
                if kind[0] == ENERGY:
                    edge(kind_name(kind), "owed Energy", (1, 2), number)
                for mask, count in step.pays:
                    edge(kind_name(kind), f"{pip_word(mask)} pip", (1, 2), count)
        elif step.step == "act":
            for name in step.objects:
                edge(name, f"{step.do}: {step.part}", (0, 2), 1)
    return graph
