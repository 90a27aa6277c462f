"""Short words for writing payments and asking the referee."""

from __future__ import annotations

from typing import Any

from runepay.model.freeze import freeze
from runepay.model.goals import Goal
from runepay.model.payment import Payment
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.referee import Violation, parse_payment, violations
from runepay.solver.pay import best

Json = dict[str, Any]
RULES = Ruleset.of()


def exhaust(domain: str, number: int = 1) -> Json:
    return {"step": "exhaust", "object": f"rune:{domain}", "number": number}


def recycle(domain: str, number: int = 1, **more: Any) -> Json:
    return {"step": "recycle", "object": f"rune:{domain}", "number": number, **more}


def add(name: str, ability: int = 0) -> Json:
    return {"step": "add", "object": name, "ability": ability}


def spend(energy: int = 0, *, pays: list[Any] | None = None, purpose: str | None = None, **power: int) -> Json:
    spends: Json = {"energy": energy, "power": power} | ({"for": purpose} if purpose else {})
    return {"step": "spend", "spends": spends} | ({"pays": pays} if pays is not None else {})


def act(do: str, *objects: str, part: str = "", number: int | None = None) -> Json:
    step: Json = {"step": "act", "do": do, "objects": list(objects)}
    if part:
        step["part"] = part
    if number is not None:
        step["number"] = number
    return step


def judged(state: Json, play: Json, *steps: Json, elected: Json | None = None, **more: Any) -> tuple[Violation, ...]:
    """Referee a payment by hand."""
    payment = parse_payment({"steps": list(steps), "elected": elected or {}, **more})
    return violations(GameState.model_validate(state), Play.model_validate(play), payment, RULES)


def faults(state: Json, play: Json, *steps: Json, **more: Any) -> list[tuple[str, str]]:
    """Give code and rule of every violation of a payment by hand."""
    return [(one.code, one.rule) for one in judged(state, play, *steps, **more)]


def solved(state: Json, play: Json, *goal: str) -> tuple[GameState, Play, Payment]:
    """Let the solver pay."""
    situation, played = GameState.model_validate(state), Play.model_validate(play)
    found = best(freeze(situation, played, RULES), situation, Goal.of(goal or ("thrifty",)))
    assert found.payment is not None, "the solver finds no payment"
    return situation, played, found.payment


def refereed(asked: tuple[GameState, Play, Payment]) -> list[tuple[str, str]]:
    """Give code and rule of every violation of the solver's payment."""
    return [(one.code, one.rule) for one in violations(*asked, RULES)]


def unit(name: str, **more: Any) -> Json:
    return {"id": name, "card": name, "type": "unit", "cost": {"energy": 2}, "might": 2, **more}


def seal(name: str, domain: str = "fury", **more: Any) -> Json:
    adds = [{"gives": {"power": {domain: 1}}}]
    return {"id": name, "card": name, "type": "gear", "cost": {"power": [domain]}, "adds": adds, **more}


def card(name: str, **more: Any) -> Json:
    return {"id": name, "card": name, "type": "spell", "cost": {"energy": 1}, **more}


def additional(name: str, *actions: Any, **more: Any) -> Json:
    return {"clause": "additional", "id": name, "cost": {"actions": list(actions)}, **more}
