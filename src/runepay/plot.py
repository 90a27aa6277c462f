"""Pictures of an answer (extra ``plot``): the five stages as a waterfall, and who paid for what.

Every function draws on the axes it is given, or makes some.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runepay.model.resources import size
from runepay.solver.network import matching

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from runepay.answer import Answer
    from runepay.solver.front import Point

ENERGY_COLOUR = "#3b6ea5"
POWER_COLOUR = "#b5533c"
LESS_COLOUR = "#6a9a58"


def _axes(ax: Axes | None, width: float, height: float) -> Axes:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt  # noqa: PLC0415 - an extra, and slow to import

    return plt.subplots(figsize=(width, height), layout="constrained")[1]


def stages(answer: Answer, ax: Axes | None = None) -> Axes:
    """Draw the five stages as a waterfall: what each clause added or took off, and what is owed in the end.

    Parameters
    ----------
    answer
        An answer of ``runepay.solve``.
    ax
        Axes to draw on; new ones if left out.
    """
    entries = list(answer.owed.trace)
    ax = _axes(ax, 7.5, 0.55 * (len(entries) + 1) + 1.2)
    labels: list[str] = []
    for row, entry in enumerate(entries):
        labels.append(f"{entry.stage}  {entry.label}" + (f" ({entry.note})" if entry.note else ""))
        for offset, colour, before, after in (
            (-0.19, ENERGY_COLOUR, entry.energy, entry.energy_after),
            (0.19, POWER_COLOUR, size(entry.pips), size(entry.pips_after)),
        ):
            shade = colour if after >= before else LESS_COLOUR
            ax.barh(row + offset, after - before, left=before, height=0.34, color=shade)
            if after != before:
                ax.annotate(
                    f"{after - before:+d}",
                    (max(before, after), row + offset),
                    xytext=(4, 0),
                    textcoords="offset points",
                    va="center",
                    fontsize=8,
                )
    labels.append("owed")
    end = len(entries)
    ax.barh(end - 0.19, answer.owed.energy, height=0.34, color=ENERGY_COLOUR, label="Energy")
    ax.barh(end + 0.19, size(answer.owed.pips), height=0.34, color=POWER_COLOUR, label="Power")
    for offset, value in ((-0.19, answer.owed.energy), (0.19, size(answer.owed.pips))):
        ax.annotate(
            str(value), (value, end + offset), xytext=(4, 0), textcoords="offset points", va="center", fontsize=9
        )
    ax.set_yticks(range(end + 1), labels)
    ax.invert_yaxis()
    ax.set_xlabel("units of Energy and Power")
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 - an extra, and slow to import

    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_title(f"What {answer.question.card.name} costs, stage by stage")
    ax.legend(loc="lower right", frameon=False)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax


def payment(answer: Answer, ax: Axes | None = None) -> Axes:
    """Draw who paid for what: sources on the left, kinds of resource in the middle, what is owed on the right.

    Raises
    ------
    ValueError
        The answer has no payment.
    """
    if answer.payment is None:
        msg = "there is no payment to draw"
        raise ValueError(msg)
    import networkx as nx  # noqa: PLC0415 - only for pictures

    graph = matching(answer.payment)
    ax = _axes(ax, 8.0, 4.0)
    place: dict[str, tuple[float, float]] = {}
    for layer in range(3):
        names = [name for name, data in graph.nodes(data=True) if data["layer"] == layer]
        for row, name in enumerate(names):
            place[name] = (layer, -(row + 0.5) / max(1, len(names)))
    drawn: dict[str, Any] = {"node_color": "#e9e4d8", "edgecolors": "#555555", "node_size": 2800}
    nx.draw_networkx_nodes(graph, place, ax=ax, **drawn)
    nx.draw_networkx_edges(graph, place, ax=ax, edge_color="#777777", arrowsize=12, node_size=2800)
    nx.draw_networkx_labels(graph, place, ax=ax, font_size=8)
    numbers = {(a, b): data["number"] for a, b, data in graph.edges(data=True)}
    nx.draw_networkx_edge_labels(graph, place, numbers, ax=ax, font_size=8)
    ax.set_title(f"Paying for {answer.question.card.name}")
    ax.margins(0.18)
    ax.axis("off")
    return ax


def front(points: Sequence[Point], criteria: tuple[str, str], ax: Axes | None = None) -> Axes:
    """Draw the payments between two criteria that cannot be better in one without being worse in the other.

    Parameters
    ----------
    points
        As :func:`runepay.solver.front.front` gives them.
    criteria
        Their names, for the axes.
    ax
        Axes to draw on; new ones if left out.
    """
    ax = _axes(ax, 5.0, 4.0)
    firsts, seconds = [one.first for one in points], [one.second for one in points]
    ax.step(firsts, seconds, where="post", color=ENERGY_COLOUR, linewidth=1)
    ax.plot(firsts, seconds, "o", color=POWER_COLOUR)
    for one in points:
        ax.annotate(f"({one.first}, {one.second})", (one.first, one.second), xytext=(5, 5), textcoords="offset points")
    ax.set_xlabel(criteria[0])
    ax.set_ylabel(criteria[1])
    ax.margins(0.15)
    return ax


def save_front(points: Sequence[Point], criteria: tuple[str, str], path: str) -> None:
    """Draw a front into a file; its ending says which kind of picture."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow to import

    figure = Figure(figsize=(5.0, 4.0), layout="constrained")
    front(points, criteria, figure.subplots())
    figure.savefig(path)
