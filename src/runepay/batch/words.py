"""The words of a row: what is owed, elected, and how it came about, each in one short text."""

from __future__ import annotations

from functools import cache

from runepay.answer import elected_json
from runepay.answer import versions as versions_of
from runepay.model.owed import Owed
from runepay.model.question import Question
from runepay.model.resources import size, tally_text
from runepay.model.rulebook import Ruleset


def owed_text(owed: Owed) -> str:
    """Say what is owed: ``4 fury any; discard 1``."""
    pips = [one if isinstance(one, str) else "/".join(one) for one in tally_text(owed.pips)]
    return "; ".join([" ".join([str(owed.energy), *pips]), *owed.actions()])


def elected_text(question: Question, owed: Owed) -> str | None:
    """Say every election: ``discard, repeat=2, accelerate=false``."""
    elected = elected_json(question, owed.choices.elections)
    words = [name if value is True else f"{name}={str(value).lower()}" for name, value in elected.items()]
    return ", ".join(words) or None


def stages_text(owed: Owed) -> str:
    """Say every clause that acted: ``1 printed cost +6 +0; 4 Brazen Buccaneer -2 +0``."""
    return "; ".join(
        f"{one.stage} {one.label.replace(';', ',')} {one.energy_after - one.energy:+d} "
        f"{size(one.pips_after) - size(one.pips):+d}"
        for one in owed.trace
    )


@cache
def versions() -> str:
    """Name the versions that rows carry."""
    said = versions_of(Ruleset.of())
    return f"runepay {said['runepay']} schema {said['schema']} catalogue {said['catalogue']}"
