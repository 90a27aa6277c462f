"""What makes a play illegal whatever is paid: permission, timing, an ability's own condition (358.3)."""

from __future__ import annotations

from .offers import brings
from .position import Case


def fault(case: Case) -> bool:
    """Tell whether the play is illegal whatever is paid."""
    return _forbidden(case) or _mistimed(case) or _closed(case)


def _forbidden(case: Case) -> bool:
    """Tell whether the card may not be played, or hidden, from where it is, or not that way."""
    zone = case.play.get("from", "hand")
    if case.kind == "hide":
        hidden = any(one["keyword"] == "hidden" for one in case.card.keywords)
        return zone not in {"hand", "champion"} or (bool(case.card.types) and not hidden)
    if case.kind != "card":
        return False
    if zone in {"trash", "banished", "deck"} and not (case.lets() or case.alternates()):
        return True
    limits = brings(case)
    if "only" in limits and not any(case.reaches(limits["only"], guess, None, 0) for guess in case.guesses()):
        return True
    return "energy_at_most" in limits and case.card.energy > case.count(limits["energy_at_most"], {}, None)


def _mistimed(case: Case) -> bool:
    """Judge timing, if the file says anything about it; what an effect plays is played as it resolves (419.3)."""
    facts = case.state.get("facts", {})
    stated = {"my_turn", "main_phase", "open_state", "showdown"} & set(facts)
    if case.kind not in {"card", "ability"} or not stated or case.play.get("by"):
        return False
    words = _speeds(case)
    if "reaction" in words or case.play.get("from") == "facedown" or case.play.get("ambush"):
        return False
    mine, opened = facts.get("my_turn", True), facts.get("open_state", True)
    if "action" in words:
        return not (opened and (mine or facts.get("showdown")))
    return not (mine and opened and not facts.get("showdown") and facts.get("main_phase", True))


def _speeds(case: Case) -> set[str]:
    if case.ability is not None:
        return {case.ability.get("speed", "normal")}
    words = {one["keyword"] for one in case.card.keywords}
    return words | {
        clause["keyword"]
        for clause, holder, whose in case.clauses
        if clause["clause"] == "grant" and any(case.acts(clause, holder, whose, guess) for guess in case.guesses())
    }


def _closed(case: Case) -> bool:
    """Tell whether the ability was used up this turn, its condition does not hold, or its unit or gear is elsewhere."""
    if case.ability is None:
        return False
    activated = case.ability.get("kind", "ability") == "ability"
    if activated and {"unit", "gear"} & set(case.bearer.types) and case.bearer.zone != "board":
        return True
    used = case.ability.get("once") and case.ability["id"] in case.bearer.used
    return bool(used) or not case.holds(case.ability.get("when"), {}, case.bearer, 0)
