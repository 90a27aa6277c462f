"""From an instance dict to what the package is asked with."""

from __future__ import annotations

from runepay.model.freeze import freeze
from runepay.model.question import Question
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState, Play

from .vocabulary import Json


def state_and_play(raw: Json) -> tuple[GameState, Play]:
    state = raw["state"] | ({"opponents": raw["opponents"]} if "opponents" in raw else {})
    return GameState.model_validate(state), Play.model_validate(raw["play"])


def question(raw: Json) -> tuple[Question, GameState]:
    state, play = state_and_play(raw)
    return freeze(state, play, Ruleset.of()), state
