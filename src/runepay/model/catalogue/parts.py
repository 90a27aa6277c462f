"""The parts of a card that say something about costs: each cost keyword, clause, Add, ability, and what it brings.

A part is the smallest piece of a record that can be taken away from it, so that an instance can be answered with
and without it: that is how coverage is computed.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from runepay.model.card import CARD_FIELDS, CardFields
from runepay.model.clauses import Ability, Add, AnyClause, Brings, GrantKeyword, Keyword, Permit

COST_WORDS: Final = ("accelerate", "repeat", "deflect", "hidden", "flow", "equip", "empower", "weaponmaster")
"""The keywords that are a cost, have one, or change one (rules 805, 809, 811, 818, 820, 821, 827, 829)."""

Content = Keyword | AnyClause | Add | Ability | Brings


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a card.

    Attributes
    ----------
    key
        Its name within the card: the field and an id, a keyword, or the kind of the clause.
    place
        Where it stands in the record.
    content
        What it says.
    """

    key: str
    place: tuple[str | int, ...]
    content: Content

    @property
    def field(self) -> str:
        """The field of the record it stands in."""
        return str(self.place[0])

    @property
    def limits(self) -> bool:
        """Tell whether it says which cards an effect may play, rather than what they cost."""
        return isinstance(self.content, Brings)

    @property
    def offers(self) -> bool:
        """Tell whether it offers something that may be refused: an ability, a play, an Equip, a way to hide."""
        if isinstance(self.content, Keyword):
            return self.content.keyword in {"hidden", "equip", "empower", "weaponmaster", "flow"}
        return isinstance(self.content, Ability | Permit) or self.field == "brings"

    @property
    def bears_costs(self) -> bool:
        """Tell whether it stands on the card itself or an ability, not in what the card brings or leaves."""
        return self.field in {"clauses", "abilities"}


def parts(card: CardFields) -> tuple[Part, ...]:
    """List the parts of a card in the order of its record.

    Examples
    --------
    >>> from runepay.model import catalogue
    >>> [part.key for part in parts(catalogue.find("Brazen Buccaneer"))]
    ['clauses.discard', 'clauses.discount']
    """
    seen: Counter[str] = Counter()
    made: list[Part] = []
    for stem, place, content in _walk(card):
        seen[stem] += 1
        made.append(Part(stem if seen[stem] == 1 else f"{stem}-{seen[stem]}", place, content))
    return tuple(made)


def _walk(card: CardFields) -> Iterator[tuple[str, tuple[str | int, ...], Content]]:
    for index, word in enumerate(card.keywords):
        if word.keyword in COST_WORDS:
            yield f"keywords.{word.keyword}", ("keywords", index), word
    yield from _clauses(card.clauses, ("clauses",))
    for index, add in enumerate(card.adds):
        if add.speed == "action" and any(one.id == (add.id or "add") for one in card.abilities):
            continue  # It is used beforehand, as that ability.
        yield f"adds.{add.id or 'add'}", ("adds", index), add
    for index, ability in enumerate(card.abilities):
        # Equip and Empower are keywords; such an ability only bears what its text does to that cost.
        if ability.id not in {word.keyword for word in card.keywords}:
            yield f"abilities.{ability.id}", ("abilities", index), ability
        yield from _clauses(ability.clauses, ("abilities", index, "clauses"), f"abilities.{ability.id}")
    if card.brings is not None:
        yield from _clauses(card.brings.clauses, ("brings", "clauses"), "brings")
        if card.brings.only is not None or card.brings.energy_at_most is not None:
            yield "brings.only", ("brings",), card.brings
    yield from _clauses(card.leaves, ("leaves",))


def _clauses(
    clauses: tuple[AnyClause, ...], place: tuple[str | int, ...], stem: str = ""
) -> Iterator[tuple[str, tuple[str | int, ...], Content]]:
    for index, clause in enumerate(clauses):
        if isinstance(clause, GrantKeyword) and clause.keyword == "quick-draw":
            continue  # It attaches without a payment (819).
        yield f"{stem or place[0]}.{clause.id or clause.clause}", (*place, index), clause


def without(record: Mapping[str, Any], part: Part) -> dict[str, Any]:
    """Give what a record says of the card itself, but for one part.

    Parameters
    ----------
    record
        A card as its data file states it.
    part
        One of its parts.

    Returns
    -------
        Fields of ``CardFields``; the record stays as it is.

    Examples
    --------
    >>> from runepay.model import catalogue
    >>> first = parts(catalogue.find("Brazen Buccaneer"))[0]
    >>> without(catalogue.record("Brazen Buccaneer"), first)["clauses"]
    [{'clause': 'discount', 'energy': 2, 'when': {'elected': 'discard'}}]
    """
    left = copy.deepcopy({name: value for name, value in record.items() if name in CARD_FIELDS})
    if part.limits:
        # What the effect does to the cost stays; only its limits go.
        left["brings"] = {name: one for name, one in left["brings"].items() if name not in {"only", "energy_at_most"}}
        return left
    if isinstance(part.content, Keyword):
        # What the text does to an Equip or Empower cost stands as an ability of that name.
        left["abilities"] = [one for one in left.get("abilities", ()) if one["id"] != part.content.keyword]
    *path, last = part.place
    holder: Any = left
    for step in path:
        holder = holder[step]
    gone = holder.pop(last)
    if isinstance(gone, dict) and gone.get("id"):
        # What counts a number that is no longer asked for, or reads a cost that nothing pays, goes with it.
        holder[:] = [one for one in holder if _counted(one) != gone["id"]]
    return left


def _counted(clause: Any) -> str | None:  # noqa: ANN401 - raw JSON
    if not isinstance(clause, dict):
        return None
    per = clause.get("per")
    named = per.get("name") if isinstance(per, dict) and per.get("count") == "number" else None
    return named or clause.get("printed_cost_of")
