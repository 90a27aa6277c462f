"""Compares an instance's answer with what it expects (contract C22), and judges payments by hand (C24).

What is expected is any subset of the answer. Numbers, words and truth values are equal; objects hold what is expected
of them; of lists of entries (plays, stages, what is done before, steps, goal, totals, reasons, violations, events, open
questions, notes) each expected entry matches a different entry of the answer, and an empty list expects none; all
other lists hold the same things in any order. A number that the answer does not state is 0, except an election's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from runepay.model.cost import Action
from runepay.model.instance import Instance

ENTRIES: Final = frozenset(
    ("plays", "stages", "before", "steps", "goal", "totals", "reasons", "violations", "events", "open", "notes")
)
"""Lists of which some entries may be expected."""

Said = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a check found.

    Attributes
    ----------
    status
        ``agrees``, ``unlike``, ``not checked`` (nothing is expected) or ``no answer`` (time ran out).
    differences
        One sentence for each difference, with its path.
    """

    status: str
    differences: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the answer is as expected."""
        return self.status == "agrees"


def check(instance: Instance, *, seconds: float | None = None) -> CheckResult:
    """Answer an instance and compare the answer with what it expects.

    Parameters
    ----------
    instance
        With or without ``expect``.
    seconds
        Time limit for the answer.

    Examples
    --------
    >>> from runepay.model.instance import parse
    >>> check(parse('{"play": {"card": "Mine", "cost": {"energy": 2}}, "expect": {"status": "payable"}}'))
    CheckResult(status='unlike', differences=("status: expected 'payable', found 'not payable'",))
    """
    expected = instance.expected
    if expected is None:
        return CheckResult("not checked")
    said = answer_json(instance, seconds=seconds)
    found = tuple(differences(expected, said))
    if not found:
        return CheckResult("agrees")
    cut = said["status"] == "unknown" or said.get("complete") is False
    return CheckResult("no answer" if cut else "unlike", found)


def answer_json(instance: Instance, ask: str | None = None, *, seconds: float | None = None) -> dict[str, Any]:
    """Answer what an instance asks (C1), or another kind of question about it, as JSON."""
    from runepay import api  # noqa: PLC0415 - reading expectations needs no solver

    kind = ask or instance.ask
    if kind == "total":
        return api.total(instance.state, instance.play, ruleset=instance.rules).to_json()
    if kind == "referee":
        return judge(instance)
    if kind == "count":
        return count(instance, seconds=seconds)
    if kind == "plan":
        from runepay import planning  # noqa: PLC0415 - as above
        from runepay.model.candidate import PlanAsk  # noqa: PLC0415 - as above
        from runepay.model.goals import Goal  # noqa: PLC0415 - as above

        asked, goal = instance.plan or PlanAsk(), Goal.of(instance.goal)
        if asked.turns or asked.next or asked.rune_deck is not None:
            from runepay import turns  # noqa: PLC0415 - as above

            return turns.answer(instance.state, asked, goal, instance.rules, seconds=seconds).to_json()
        return planning.answer(instance.state, asked, goal, instance.rules, seconds=seconds).to_json()
    answer = api.solve(instance.state, instance.play, instance.goal, ruleset=instance.rules, seconds=seconds)
    return answer.to_json()


def count(instance: Instance, *, seconds: float | None = None) -> dict[str, Any]:
    """Count the legal payments of an instance (C1): every decision that the play leaves open is made in every way."""
    from runepay.answer import versions  # noqa: PLC0415 - as above
    from runepay.every import payments, status_of  # noqa: PLC0415 - as above

    limit = None if seconds is None else seconds * 1000
    every = payments(instance.state, instance.play, ruleset=instance.rules, milliseconds=limit)
    number = every.count()
    return {
        "status": status_of(number, complete=every.complete),
        "card": every.question.card.name,
        "count": number,
        "complete": every.complete,
        "versions": versions(instance.rules),
    }


def judge(instance: Instance) -> dict[str, Any]:
    """Referee the payment that an instance carries (C24); status ``legal`` or ``illegal``."""
    from runepay.answer import versions  # noqa: PLC0415 - as above
    from runepay.api import violations  # noqa: PLC0415 - as above
    from runepay.model.errors import InputError  # noqa: PLC0415 - as above
    from runepay.notation import NotLegal, read_payment  # noqa: PLC0415 - as above
    from runepay.referee import Violation, parse_payment  # noqa: PLC0415 - as above

    found: tuple[Violation, ...] = ()
    if isinstance(instance.payment, str):
        try:
            read_payment(instance.state, instance.play, instance.payment, ruleset=instance.rules)
        except NotLegal as error:
            found = error.violations
        except InputError as error:
            error.path = error.path or "payment"
            raise
    else:
        payment = parse_payment(instance.payment)
        found = violations(instance.state, instance.play, payment, ruleset=instance.rules)
    return {
        "status": "illegal" if found else "legal",
        "card": instance.play.card or "",
        "violations": [one.to_json() for one in found],
        "versions": versions(instance.rules),
    }


def differences(expected: Said, said: Said) -> Iterator[str]:
    """Name every difference between what is expected and an answer.

    Examples
    --------
    >>> list(differences({"owed": {"power": ["fury", "any"]}}, {"owed": {"energy": 1, "power": ["any", "fury"]}}))
    []
    """
    rest = {key: value for key, value in expected.items() if key != "one_of"}
    yield from _object(rest, said, "")
    if alternatives := expected.get("one_of"):
        tried = [list(differences(one, said)) for one in alternatives]
        if all(tried):
            nearest = min(tried, key=len)
            yield f"one_of: none of {len(tried)} alternatives holds; nearest: {'; '.join(nearest)}"


def _object(expected: Said, said: Said, path: str) -> Iterator[str]:
    for key, value in expected.items():
        inner = f"{path}.{key}" if path else key
        if key not in said:
            # Nothing is expected, and nothing is there; an election or a truth must be stated.
            if path.endswith("elected") or value or (isinstance(value, bool) and value is not False):
                yield f"{inner}: expected {value!r}, found nothing"
            continue
        yield from _value(value, said[key], inner, key)


def _value(expected: Any, said: Any, path: str, key: str) -> Iterator[str]:  # noqa: ANN401 - any JSON
    if key == "declined" and isinstance(expected, bool):
        said = bool(said)
    if isinstance(expected, dict) and isinstance(said, dict):
        yield from _object(expected, said, path)
    elif isinstance(expected, list) and isinstance(said, list):
        yield from _list(expected, said, path, key)
    elif isinstance(said, dict) and set(said) == {"ready", "exhausted"} and not isinstance(expected, bool):
        # Runes as a bare number are ready (C3).
        yield from _object({"ready": expected, "exhausted": 0}, said, path)
    elif isinstance(expected, bool) != isinstance(said, bool) or expected != said:
        yield f"{path}: expected {expected!r}, found {said!r}"


def _list(expected: Sequence[Any], said: Sequence[Any], path: str, key: str) -> Iterator[str]:
    part = key in ENTRIES and expected
    if not part and len(expected) != len(said):
        yield f"{path}: expected {_short(expected)}, found {_short(said)}"
        return
    missing = _unmatched(expected, said, key)
    if missing:
        yield f"{path}: expected {_short([expected[place] for place in missing])}, found {_short(said)}"


def _unmatched(expected: Sequence[Any], said: Sequence[Any], key: str) -> list[int]:
    """Pair each expected entry with a different entry of the answer; give those left without one."""
    fitting = [[place for place, one in enumerate(said) if _fits(want, one, key)] for want in expected]
    holder: dict[int, int] = {}

    def place_for(want: int, tried: set[int]) -> bool:
        for place in fitting[want]:
            if place not in tried:
                tried.add(place)
                if place not in holder or place_for(holder[place], tried):
                    holder[place] = want
                    return True
        return False

    return [want for want in range(len(expected)) if not place_for(want, set())]


def _fits(expected: Any, said: Any, key: str) -> bool:  # noqa: ANN401 - any JSON
    if isinstance(expected, str) and isinstance(said, dict):
        if key == "actions":
            want = Action.model_validate(expected)
            kinds = list(want.filter.type)
            has = (said.get("filter") or {}).get("type", [])
            return want.do == said["do"] and want.number == said["number"] and (not kinds or kinds == list(has))
        return expected in {said.get("object"), said.get("card"), said.get("how"), said.get("play")}
    if key == "power" and isinstance(expected, list):
        return isinstance(said, list) and set(expected) == set(said)
    return not any(_value(expected, said, "", ""))


def _short(items: Sequence[Any]) -> str:
    words = [_word(one) for one in items[:6]]
    more = f" and {len(items) - 6} more" if len(items) > 6 else ""
    return f"[{', '.join(words)}]{more}"


def _word(one: Any) -> str:  # noqa: ANN401 - any JSON
    if isinstance(one, dict):
        if "do" in one and "number" in one:
            return f"{one['do']} {one['number']}"
        kept = {key: value for key, value in one.items() if key not in {"stages", "before", "pool"}}
        return str(kept) if len(str(kept)) <= 90 else str(kept)[:87] + "..."
    return repr(one)
