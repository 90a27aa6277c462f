"""Facts about the turn that clauses may read, with their defaults (contract C3).

A file states a fact under ``state.facts``. What it does not state has the default given here, and every
default that a clause really read is listed in the answer under ``assumed``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: its default, whether it is a yes/no, and its meaning in a few words."""

    default: int
    yes_no: bool
    meaning: str


FACTS: Final[dict[str, Fact]] = {
    "my_turn": Fact(1, yes_no=True, meaning="it is the payer's turn"),
    "main_phase": Fact(1, yes_no=True, meaning="the turn is in its Main Phase"),
    "open_state": Fact(1, yes_no=True, meaning="no chain exists (open state)"),
    "showdown": Fact(0, yes_no=True, meaning="a showdown is going on"),
    "combat": Fact(0, yes_no=True, meaning="a combat is going on"),
    "cards_played": Fact(0, yes_no=False, meaning="cards the payer has played (finalized) this turn"),
    "spells_played": Fact(0, yes_no=False, meaning="spells the payer has played this turn"),
    "units_played": Fact(0, yes_no=False, meaning="units the payer has played this turn"),
    "gear_played": Fact(0, yes_no=False, meaning="gear the payer has played this turn"),
    "nontoken_gear_played": Fact(0, yes_no=False, meaning="gear that is no token, played by the payer this turn"),
    "equipment_played": Fact(0, yes_no=False, meaning="Equipment the payer has played this turn"),
    "enemies_chosen": Fact(
        0, yes_no=False, meaning="times the payer chose an enemy unit or gear with a spell or unit ability this turn"
    ),
    "enemy_units_chosen": Fact(0, yes_no=False, meaning="times the payer chose an enemy unit this turn"),
    "permanents_played_here": Fact(
        0, yes_no=False, meaning="units and gear the payer has played to the battlefield in question this turn"
    ),
    "recycled_might": Fact(0, yes_no=False, meaning="Might of the unit recycled for the effect that makes the play"),
    "gear_abilities_used": Fact(0, yes_no=False, meaning="gear abilities the payer has activated this turn"),
    "points": Fact(0, yes_no=False, meaning="the payer's points"),
    "enemy_points": Fact(0, yes_no=False, meaning="the points of the opponent with most points"),
    "victory_score": Fact(8, yes_no=False, meaning="points needed to win"),
    "energy_spent_on_a_spell": Fact(0, yes_no=False, meaning="most Energy spent on one spell this turn"),
    "power_spent": Fact(0, yes_no=False, meaning="Power the payer has spent this turn"),
    "energy_spent": Fact(0, yes_no=False, meaning="Energy the payer has spent this turn"),
    "cards_discarded": Fact(0, yes_no=False, meaning="cards the payer has discarded this turn"),
    "enemy_units_died": Fact(0, yes_no=False, meaning="enemy units that died this turn"),
    "friendly_units_died": Fact(0, yes_no=False, meaning="friendly units that died this turn"),
    "points_from_holding": Fact(0, yes_no=False, meaning="points the payer scored by holding this turn"),
    "permanents_played_to_battlefields": Fact(
        0, yes_no=False, meaning="units and gear the payer has played to a battlefield this turn"
    ),
    "gear_discounted": Fact(0, yes_no=False, meaning="gear the payer has played at a once-a-turn discount this turn"),
    "gear_abilities_discounted": Fact(
        0, yes_no=False, meaning="gear abilities the payer has activated at a once-a-turn discount this turn"
    ),
    "permanents_discounted_here": Fact(
        0,
        yes_no=False,
        meaning="units and gear the payer has played to the battlefield in question at a once-a-turn discount",
    ),
    "battlefields_conquered": Fact(0, yes_no=False, meaning="battlefields the payer conquered this turn"),
}
"""Every fact that may be stated, in the order in which the documentation lists them."""

MADE_CHEAPER: Final[dict[str, str]] = {
    "nontoken_gear_played": "gear_discounted",
    "gear_abilities_used": "gear_abilities_discounted",
    "permanents_played_here": "permanents_discounted_here",
}
"""By a fact that decides what is first each turn: the fact that counts only those made cheaper for being first (the
option ``first_each_turn``)."""
