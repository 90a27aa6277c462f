"""The meaning of filters, scopes, amounts and conditions, once the elections are known.

The referee looks at a finished payment, so every election has a value and each condition is simply true or false.
Everything is looked up in the live table: before the payment for the total, and step by step for what actions and
Adds ask of their objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from runepay.model.clauses import Amount, Condition, GrantKeyword
from runepay.model.facts import FACTS
from runepay.model.filters import Filter, PlayFilter
from runepay.model.objects import MIGHTY, Object, domain_mask
from runepay.referee.readings import by_the_card, read_as
from runepay.referee.subject import Played, spoken
from runepay.referee.table import Speech, Table


class Terms:
    """Reads clauses against one table, one play and one set of elections."""

    __slots__ = ("_granted", "aimed", "aimed_ids", "elections", "played", "table")

    def __init__(self, table: Table, played: Played, elections: Mapping[str, int]) -> None:
        self.table = table
        self.played = played
        self.elections = elections
        self._granted: frozenset[str] | None = None
        self.aimed = [aim for aim in played.aims or () if aim.only_if is None or elections.get(aim.only_if, 0) > 0]
        """The choices that are really made under these elections."""
        self.aimed_ids = {aim.object.id for aim in self.aimed}

    # ------------------------------------------------------------- objects

    def fits(self, one: Object, wanted: Filter, bearer: Object | None) -> bool:
        """Tell whether an object is what a filter asks for; what the filter leaves out is not asked."""
        for field in wanted.model_fields_set:
            asked = getattr(wanted, field)
            if asked is None or asked == ():
                continue
            if not _ASKS[field](self, one, asked, bearer):
                return False
        return True

    def lying(self, zone: str, whose: str, controller: int) -> Iterable[Object]:
        """Give the objects of a zone that are still there, the played card left out (354)."""
        table, own = self.table, self.played.self_id
        for one in table.layout.objects:
            if one.zone != zone or one.id in table.gone or one.id == own:
                continue
            if whose == "any" or (one.whose == controller) == (whose == "own"):
                yield one

    # ------------------------------------------------------------- plays

    def reaches(self, scope: PlayFilter, bearer: Object | None, controller: int) -> bool:
        """Tell whether a clause with this scope, of this controller, speaks of the play."""
        if scope.whose != "any" and (scope.whose == "own") != (controller == 0):
            return False
        if self.played.kind not in scope.kind:
            return False
        for field in scope.model_fields_set:
            asked = getattr(scope, field)
            if asked is None or asked == () or field in {"whose", "kind"}:
                continue
            if not _REACHES[field](self, asked, bearer):
                return False
        return True

    def bears(self, keyword: str) -> bool:
        """Tell whether the play is one with this keyword; Ambush and Hidden bring Reaction (811.6, 822)."""
        played = self.played
        if keyword == "reaction" and (played.play.ambush or played.play.origin == "facedown"):
            return True
        return keyword in self.granted() or any(
            one.keyword == keyword and self.all_hold(one.when, played.card, 0) for one in played.card.keywords
        )

    def granted(self) -> frozenset[str]:
        """Give the keywords that something else gives the card being played; no grant reads another grant."""
        if self._granted is None:
            self._granted = frozenset()
            self._granted = frozenset(
                speech.clause.keyword
                for speech in spoken(self.played, self.table.layout)
                if isinstance(speech.clause, GrantKeyword) and self.acts(speech)
            )
        return self._granted

    # ------------------------------------------------------------- numbers and conditions

    def count(self, amount: Amount, bearer: Object | None, controller: int) -> int:
        """Count what an amount names, scaled and kept inside its bounds."""
        number = amount.times * (_COUNTS[amount.count](self, amount, bearer, controller) + amount.plus)
        if amount.least is not None:
            number = max(number, amount.least)
        return max(0, number if amount.most is None else min(number, amount.most))

    def fact(self, name: str) -> int:
        """Give a fact about the turn: what the state says, or its default."""
        return self._said(read_as(name, self._said, self.played.ruleset))

    def _said(self, name: str) -> int:
        return self.table.layout.state.facts.stated.get(name, FACTS[name].default)

    def all_hold(self, conditions: Iterable[Condition], bearer: Object | None, controller: int) -> bool:
        """Tell whether all of these hold."""
        return all(self.holds(one, bearer, controller) for one in conditions)

    def acts(self, speech: Speech) -> bool:
        """Tell whether a clause speaks of the play and what it asks for holds."""
        clause, holder = speech.clause, speech.holder
        if clause.on is not None:
            if not self.reaches(clause.on, holder, speech.controller):
                return False
        elif not speech.own:
            return False
        return not clause.when or self.all_hold(clause.when, holder, speech.controller)

    def holds(self, wanted: Condition, bearer: Object | None, controller: int) -> bool:
        """Tell whether everything that one condition states is so."""
        for field in wanted.model_fields_set:
            asked = getattr(wanted, field)
            if asked is None or asked == () or field in {"at_least", "at_most"}:
                continue
            if not _HOLDS[field](self, wanted, bearer, controller):
                return False
        return True

    def showdown_at(self, bearer: Object | None) -> bool:
        """Tell whether a showdown is going on where the bearer is; a place not stated is taken to be there (C3)."""
        where = self.table.layout.state.showdown_at
        there = bool(self.fact("showdown")) and bearer is not None and where in {None, _place(bearer)}
        if not there or bearer is None or bearer.zone != "battlefields":
            return there
        return not by_the_card(self.played.ruleset) or _place(bearer) == self._card_at()

    def _card_at(self) -> str | None:
        """Give where the card itself is: where it goes to, or where it is hidden."""
        play = self.played.play
        if play.to is None and play.origin == "facedown":
            return self.played.card.at
        return play.to


def _place(one: Object) -> str:
    return one.id if one.zone == "battlefields" else one.at


def _stands(terms: Terms, one: Object, where: str, bearer: Object | None) -> bool:
    if where == "battlefield":
        return one.at != "base"
    if where == "here":
        return bearer is not None and one.at == _place(bearer)
    if where == "destination":
        return terms.played.play.to is not None and one.at == terms.played.play.to
    return one.at == where


def _covers(one: Object, other: Object) -> bool:
    """Tell whether an object's printed Energy and its printed pips are each at least another's (206)."""
    return one.energy >= other.energy and one.pip_count >= other.pip_count


def _attached(terms: Terms, one: Object, _: Object | None) -> bool:
    return one.attached_to is not None or one.id in terms.table.layout.wearing


_Ask = Callable[[Terms, Object, Any, Object | None], bool]
_ASKS: Final[dict[str, _Ask]] = {
    "type": lambda _t, one, words, _b: any(w in one.type or (w == "token" and one.token) for w in words),
    "tag": lambda _t, one, words, _b: any(word in one.tags for word in words),
    "card": lambda _t, one, words, _b: one.name in words,
    "supertype": lambda _t, one, words, _b: any(word in one.supertype for word in words),
    "domain": lambda _t, one, words, _b: bool(one.domains & domain_mask(words)),
    "keyword": lambda _t, one, words, _b: any(one.has(word) for word in words),
    "token": lambda _t, one, want, _b: one.token == want,
    "ready": lambda t, one, want, _b: t.table.ready(one) == want,
    "buffed": lambda t, one, want, _b: (t.table.buffs(one) > 0) == want,
    "empowered": lambda t, one, want, _b: (t.table.empowered(one) > 0) == want,
    "empowered_times": lambda t, one, span, _b: span.holds(t.table.empowered(one)),
    "covers_chosen": lambda t, one, want, _b: all(_covers(one, aim.object) for aim in t.aimed) == want,
    "mighty": lambda t, one, want, _b: ((t.table.might(one) or 0) >= MIGHTY) == want,
    "new": lambda _t, one, want, _b: one.new == want,
    "stunned": lambda _t, one, want, _b: one.stunned == want,
    "in_combat": lambda _t, one, want, _b: one.in_combat == want,
    "attached": lambda t, one, want, b: _attached(t, one, b) == want,
    "might": lambda t, one, span, _b: span.holds(t.table.might(one)),
    "energy": lambda _t, one, span, _b: span.holds(one.energy),
    "power": lambda _t, one, span, _b: span.holds(one.pip_count),
    "at": _stands,
    "other": lambda _t, one, want, b: (b is None or one.id != b.id) == want,
    "friendly": lambda _t, one, want, _b: (one.whose == 0) == want,
    "bears_me": lambda _t, one, want, b: (b is not None and b.attached_to in {one.id, one.name}) == want,
    "chosen": lambda t, one, want, _b: (one.id in t.aimed_ids) == want,
}
"""What each field of a filter asks of an object."""


def _sides(terms: Terms, amount: Amount, controller: int) -> list[int]:
    """Give the players whose XP, runes or cards in hand an amount counts, as the clause's controller sees them."""
    sides = range(len(terms.table.layout.state.opponents) + 1)
    return [side for side in sides if amount.whose == "any" or (side == controller) == (amount.whose == "own")]


def _xp(terms: Terms, amount: Amount, _: Object | None, controller: int) -> int:
    opponents = terms.table.layout.state.opponents
    sides = _sides(terms, amount, controller)
    return sum(opponents[side - 1].xp if side else terms.table.xp for side in sides)


def _hand(terms: Terms, amount: Amount, _: Object | None, controller: int) -> int:
    opponents = terms.table.layout.state.opponents
    own = sum(1 for _ in terms.lying("hand", "own", 0))
    return sum(opponents[side - 1].hand if side else own for side in _sides(terms, amount, controller))


def _runes(terms: Terms, amount: Amount, _: Object | None, controller: int) -> int:
    wanted = amount.of
    heaps = [heap for domain, heap in terms.table.runes.items() if not wanted.domain or domain in wanted.domain]
    ready, exhausted = sum(heap[0] for heap in heaps), sum(heap[1] for heap in heaps)
    own = {None: ready + exhausted, True: ready, False: exhausted}[wanted.ready]
    opponents = terms.table.layout.state.opponents
    return sum(opponents[side - 1].runes if side else own for side in _sides(terms, amount, controller))


def _chosen(terms: Terms, amount: Amount, bearer: Object | None) -> list[Object]:
    """Each chosen object counts once, however often it is chosen."""
    seen = {aim.object.id: aim.object for aim in terms.aimed}
    return [one for one in seen.values() if terms.fits(one, amount.of, bearer)]


def _found(terms: Terms, amount: Amount, bearer: Object | None, controller: int) -> list[Object]:
    lying = terms.lying(amount.zone, amount.whose, controller)
    return [one for one in lying if terms.fits(one, amount.of, bearer)]


def _mights(terms: Terms, objects: Iterable[Object]) -> list[int]:
    return [terms.table.might(one) or 0 for one in objects]


def _counts_tag(amount: Amount, tag: str) -> bool:
    return not amount.of.tag or tag in amount.of.tag


def _battlefields(terms: Terms, amount: Amount, bearer: Object | None, controller: int) -> int:
    """Count the battlefields of the side that hold exactly so many matching units."""
    held = [
        one.at
        for one in terms.lying("board", amount.whose, controller)
        if "unit" in one.type and terms.fits(one, amount.of, bearer)
    ]
    places = [one.id for one in terms.lying("battlefields", "own", controller)]
    return sum(1 for place in places if amount.exactly is None or held.count(place) == amount.exactly)


_Count = Callable[[Terms, Amount, Object | None, int], int]
_COUNTS: Final[dict[str, _Count]] = {
    "objects": lambda t, a, b, c: len(_found(t, a, b, c)),
    "runes": _runes,
    "xp": _xp,
    "hand": _hand,
    "fact": lambda t, a, _b, _c: t.fact(a.name or ""),
    "highest_might": lambda t, a, b, c: max(_mights(t, _found(t, a, b, c)), default=0),
    "total_might": lambda t, a, b, c: sum(_mights(t, _found(t, a, b, c))),
    "chosen": lambda t, a, b, _c: len(_chosen(t, a, b)),
    "chosen_might": lambda t, a, b, _c: sum(_mights(t, _chosen(t, a, b))),
    "tags": lambda t, a, b, c: len({tag for one in _found(t, a, b, c) for tag in one.tags if _counts_tag(a, tag)}),
    "battlefields": _battlefields,
    "number": lambda t, a, _b, _c: t.elections.get(a.name or "", 0),
    "buffs": lambda t, a, b, c: sum(t.table.buffs(one) for one in _found(t, a, b, c)),
    "points_to_win": lambda t, _a, _b, _c: max(0, t.fact("victory_score") - t.fact("points")),
    "enemy_points_to_win": lambda t, _a, _b, _c: max(0, t.fact("victory_score") - t.fact("enemy_points")),
}
"""What each count of an amount counts."""


_Reach = Callable[[Terms, Any, Object | None], bool]
_REACHES: Final[dict[str, _Reach]] = {
    "type": lambda t, words, _b: any(word in t.played.card.type for word in words),
    "tag": lambda t, words, _b: any(word in t.played.card.tags for word in words),
    "card": lambda t, words, _b: t.played.card.name in words,
    "keyword": lambda t, words, _b: any(t.bears(word) for word in words),
    "ability": lambda t, words, _b: t.played.play.ability in words,
    "of": lambda t, wanted, b: t.played.source is not None and t.fits(t.played.source, wanted, b),
    "origin": lambda t, zones, _b: t.played.play.origin in zones,
    "not_from": lambda t, zones, _b: t.played.play.origin not in zones,
    "token": lambda t, want, _b: t.played.card.token == want,
    "chooses": lambda t, wanted, b: any(t.fits(aim.object, wanted, b) for aim in t.aimed),
    "chooses_me": lambda t, want, b: (b is not None and b.id in t.aimed_ids) == want,
    "to_here": lambda t, want, b: (b is not None and t.played.play.to == _place(b)) == want,
    "energy": lambda t, span, _b: span.holds(t.played.card.energy),
    "power": lambda t, span, _b: span.holds(t.played.card.pip_count),
}
"""What each field of a scope asks of the play, apart from whose it is and its kind, which are always asked."""


def _amount_holds(terms: Terms, wanted: Condition, bearer: Object | None, controller: int) -> bool:
    number = 0 if wanted.amount is None else terms.count(wanted.amount, bearer, controller)
    return (wanted.at_least is None or number >= wanted.at_least) and (
        wanted.at_most is None or number <= wanted.at_most
    )


_Hold = Callable[[Terms, Condition, Object | None, int], bool]
_HOLDS: Final[dict[str, _Hold]] = {
    "elected": lambda t, w, _b, _c: t.elections.get(w.elected or "", 0) > 0,
    "itself": lambda t, w, b, _c: b is not None and w.itself is not None and t.fits(b, w.itself, b),
    "played": lambda t, w, b, c: w.played is not None and t.reaches(w.played, b, c),
    "fact": lambda t, w, _b, _c: t.fact(w.fact or "") > 0,
    "showdown_here": lambda t, w, b, _c: t.showdown_at(b) == w.showdown_here,
    "amount": _amount_holds,
    "negate": lambda t, w, b, c: w.negate is not None and not t.holds(w.negate, b, c),
    "any_of": lambda t, w, b, c: any(t.holds(one, b, c) for one in w.any_of),
    "all_of": lambda t, w, b, c: t.all_hold(w.all_of, b, c),
}
"""What each field of a condition asks."""
