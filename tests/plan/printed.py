"""Random turns of printed cards: boards, hands and legends as they come, some with effects that the caller states."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Final

from runepay.model import catalogue
from runepay.model.card import CardFields

Json = dict[str, Any]
DOMAINS: Final = ("fury", "calm", "mind", "body", "chaos", "order")
GOALS: Final = ((), (), ("keep:hand",), ("keep-universal",), ("rune-debt:2",), ("most-ready",), ("keep-on-their-turn",))


@cache
def cards() -> dict[str, CardFields]:
    """Give every printed card."""
    found = {name: catalogue.find(name) for name in catalogue.names()}
    return {name: fields for name, fields in found.items() if fields is not None}


@cache
def named(kind: str, *, adds: bool = False) -> tuple[str, ...]:
    """Give the cards of a type, tokens left out; only those with an Add if wanted."""
    return tuple(
        name
        for name, one in cards().items()
        if kind in one.type and "token" not in {*one.type, *one.supertype} and (one.adds or not adds)
    )


def situation(dice: random.Random) -> Json:
    """Draw what there is before the turn."""
    domains = dice.sample(DOMAINS, dice.choice((2, 2, 3)))
    playable = (*named("unit"), *named("gear"), *named("spell"))
    own = [name for name in playable if set(cards()[name].domains) <= set(domains)]
    runes: Json = {}
    for _ in range(dice.randint(2, 8)):
        runes.setdefault(dice.choice(domains), {"ready": 0, "exhausted": 0})[
            "ready" if dice.random() < 0.8 else "exhausted"
        ] += 1
    board: list[Json] = []
    for _ in range(dice.randint(0, 3)):
        kinds = dice.choice((named("unit"), named("unit"), named("gear"), named("unit", adds=True)))
        thing: Json = {"card": dice.choice(kinds)}
        if dice.random() < 0.2:
            thing["ready"] = False
        if dice.random() < 0.1:
            thing["buffs"] = 1
        board.append(thing)
    state: Json = {
        "runes": runes,
        "board": board,
        "hand": [dice.choice(own if dice.random() < 0.8 else playable) for _ in range(dice.randint(1, 4))],
        "opponents": [{"board": [{"card": dice.choice(named("unit")), "id": "foe"}]}],
    }
    if dice.random() < 0.4:
        state["legend"] = dice.choice(named("legend"))
    if dice.random() < 0.3:
        state["pool"] = {"power": {"universal": 1}, "energy": dice.choice((0, 1))}
    if dice.random() < 0.4:
        state["trash"] = [dice.choice(playable) for _ in range(2)]
    if dice.random() < 0.3:
        state["xp"] = dice.randint(1, 7)
    if dice.random() < 0.3:
        state["battlefields"] = [{"card": dice.choice(named("battlefield"))}]
    return state


def candidates(dice: random.Random, state: Json) -> list[Json]:
    """Draw what may be played: the hand, and abilities of what is there."""
    plays: list[Json] = []
    for name in dict.fromkeys(state["hand"]):
        play: Json = {"card": name}
        if "spell" in cards()[name].type:
            play["targets"] = ["foe"] if dice.random() < 0.3 else []
        told = dice.random()
        if told < 0.08:
            on = dice.choice(({}, {"type": ["spell"]}, {"type": ["unit"]}))
            play["then"] = {"next": [{"clause": "discount", "energy": dice.choice((1, 2)), "on": on}]}
        elif told < 0.16:
            play["then"] = {"pool": dice.choice(({"energy": 1}, {"power": {dice.choice(DOMAINS): 1}}))}
        elif told < 0.22:
            lasting = {"clause": "discount", "energy": 1, "on": {"type": ["unit"]}}
            play["then"] = dice.choice(({"facts": {"cards_played": 1}}, {"effects": [lasting]}))
        if dice.random() < 0.1:
            play["enters"] = dice.choice(("ready", "exhausted"))
        if dice.random() < 0.1:
            play["value"] = dice.randint(0, 6)
        plays.append(play)
    for name in {thing["card"]: None for thing in state["board"]}:
        plays += [
            {"kind": "ability", "source": name, "ability": one.id, "targets": []}
            for one in cards()[name].abilities
            if one.kind == "ability" and len(plays) < 4 and dice.random() < 0.5
        ]
    return plays


def turn(seed: int) -> tuple[Json, Json, tuple[str, ...]]:
    """Draw a turn: the situation, what is asked, and the goal."""
    dice = random.Random(f"printed {seed}")
    state = situation(dice)
    plays = candidates(dice, state)
    asked: Json = {"plays": plays, "mode": dice.choice(("best", "best", "most", "all"))}
    if dice.random() < 0.1:
        asked["keep"] = [state["hand"][-1]]
    goal = dice.choice(GOALS)
    return state, asked, tuple(f"{one}:{state['hand'][0]}" if one == "keep-on-their-turn" else one for one in goal)
