"""The resources of a question as a graph: sources, kinds of resource, pips (NetworkX).

The graph serves pictures, and a second opinion: its maximum flow says how many pips can be paid at once, computed by
another method than the constraint model's rows.
"""

from __future__ import annotations

from typing import Any

import networkx as nx

from runepay.model.owed import Owed
from runepay.model.payment import Payment
from runepay.model.question import Question
from runepay.model.resources import ENERGY, pip_word, reach

SOURCE = "source"
SINK = "sink"


def power_network(question: Question, owed: Owed) -> nx.DiGraph[Any]:
    """Draw every unit of Power that could be had, and the pips it may pay.

    Each object is one node, so that an object giving either of two kinds through one exhaustion is not counted twice:
    its capacity is that of its most generous Add.

    Returns
    -------
    DiGraph
        From ``source`` over sources (``pool:fury``, ``runes:fury``, an object's id) and pips (``pip:3``) to ``sink``,
        with ``capacity`` on every edge.

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
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_node(SOURCE)
    graph.add_node(SINK)
    for mask, number in owed.pips:
        graph.add_edge(f"pip:{mask}", SINK, capacity=number)

    def offer(node: str, what: str, number: int) -> None:
        if what == ENERGY or not number:
            return
        before = graph.edges[SOURCE, node]["capacity"] if graph.has_edge(SOURCE, node) else 0
        graph.add_edge(SOURCE, node, capacity=before + number)
        for mask, _ in owed.pips:
            if reach(what) & mask:
                graph.add_edge(node, f"pip:{mask}", capacity=number)

    for (what, purpose), number in question.supply.pool:
        offer(f"pool:{what}" + (f" for {purpose}" if purpose else ""), what, number)
    for domain, ready, exhausted in question.supply.runes:
        offer(f"runes:{domain}", domain, ready + exhausted)
    for producer in question.supply.producers:
        one = question.objects[producer.object]
        for (what, _), number in producer.gives:
            node = f"{one.id}:{producer.ability}:{what}"
            offer(node, what, number)
    return graph


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
