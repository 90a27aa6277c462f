"""What a search hands to a position, read once; anything else gets one message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from runepay.model.errors import InputError
from runepay.model.goals import Goal
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play
from runepay.position.paid import Paid
from runepay.position.price import Price


def is_state(value: object) -> None:
    """Refuse what is no state, such as a plain dictionary."""
    if not isinstance(value, GameState):
        msg = "a GameState is needed; GameState.model_validate reads a plain dictionary"
        raise InputError(msg, path="state", found=type(value).__name__)


def is_cost(cost: object) -> None:
    """Refuse what can be asked of no position."""
    if not isinstance(cost, Price | Play):
        msg = "a Price or a Play is needed; Price.of and Play.model_validate read what files write"
        raise InputError(msg, path="cost", found=type(cost).__name__)


def goal_of(goal: object) -> Goal:
    """Read criteria: one word, or several in order."""
    if isinstance(goal, Goal):
        return goal
    words = [goal] if isinstance(goal, str) or not isinstance(goal, Iterable) else list(goal)
    for one in words:
        if not isinstance(one, str):
            raise InputError("a goal is a criterion, or several in order", path="goal", found=str(one))
    return Goal.of(map(str, words))


def rules_of(version: object, options: object) -> Ruleset:
    """Read a version of the rules, and readings by the name of their option."""
    if isinstance(version, Ruleset):
        return version
    if not isinstance(version, str):
        raise InputError("a ruleset is named by its version", path="ruleset", found=str(version))
    if options is not None and not isinstance(options, Mapping):
        raise InputError("readings stand by the name of their option", path="options", found=type(options).__name__)
    return Ruleset.of(version, {str(name): str(reading) for name, reading in (options or {}).items()})


def is_size(number: object) -> None:
    """Refuse what is no number of remembered payments."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise InputError("how many payments are remembered is a whole number from 0", path="cache", found=number)


def is_hand(hand: object) -> None:
    """Refuse what is no list of prices and plays."""
    if isinstance(hand, str | bytes) or not isinstance(hand, Iterable):
        raise InputError("a list of prices and plays is needed", path="hand", found=type(hand).__name__)


def is_paid(paid: object) -> None:
    """Refuse what no position has found."""
    if not isinstance(paid, Paid):
        why = "; best gives none if the price cannot be paid" if paid is None else ""
        msg = f"a payment that this position found is needed{why}"
        raise InputError(msg, path="payment", found=type(paid).__name__)
