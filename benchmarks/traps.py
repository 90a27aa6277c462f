"""How often does paying the first card make the rest of a jointly payable turn unpayable?

``python benchmarks/traps.py [TURNS]`` prints the share for the default goal, for ``keep-universal`` and for
``keep:hand``, over random turns of several kinds (docs/benchmarks.md).
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from typing import Any, Final

from runepay.api import solve
from runepay.model.candidate import Candidate, PlanAsk
from runepay.model.goals import Goal
from runepay.model.rulebook import Ruleset
from runepay.model.state import GameState
from runepay.model.turn import begin, paid
from runepay.solver.plan.engine import plan

Json = dict[str, Any]
DOMAINS: Final = ("fury", "calm", "mind", "body", "chaos", "order")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of random turn."""

    name: str
    deflect: bool = False
    domains: int = 2
    cards: int = 2
    sources: bool = False


KINDS: Final = (
    Kind("plain"),
    Kind("Deflect", deflect=True),
    Kind("Deflect, 3 domains", deflect=True, domains=3),
    Kind("Deflect, 3 cards", deflect=True, cards=3),
    Kind("plain, 3 cards", cards=3),
    Kind("plain, Seal and Universal", sources=True),
    Kind("Deflect, Seal and Universal", deflect=True, sources=True),
)
POLICIES: Final = ("thrifty", "keep-universal", "keep:hand")


def draw(seed: int, kind: Kind) -> tuple[GameState, list[Candidate]]:
    """Draw a turn: 3 to 8 runes over two domains (5 to 10 over three), three quarters ready."""
    dice = random.Random(f"{seed} {kind.name}")
    domains = dice.sample(DOMAINS, kind.domains)
    runes: dict[str, dict[str, int]] = {domain: {"ready": 0, "exhausted": 0} for domain in domains}
    for _ in range(dice.randint(3, 8) if kind.domains == 2 else dice.randint(5, 10)):
        runes[dice.choice(domains)]["ready" if dice.random() < 0.75 else "exhausted"] += 1
    state: Json = {"runes": runes, "board": [], "hand": []}
    if kind.sources:
        if dice.random() < 0.5:
            seal = {"id": "seal", "type": "gear", "adds": [{"gives": {"power": {dice.choice(domains): 1}}}]}
            state["board"].append(seal)
        if dice.random() < 0.5:
            state["pool"] = {"power": {"universal": 1}}
    plays = []
    for place in range(kind.cards):
        first = place == 0
        if kind.deflect:
            pips = [dice.choice(domains) for _ in range(dice.randint(0, 1) if first else dice.randint(1, 2))]
            pips += ["any"] * (dice.randint(1, 2) if first else 0)
            energy = dice.randint(0, 3) if first else dice.randint(0, 4)
        else:
            pips = [dice.choice(domains) for _ in range(dice.randint(0, 2))]
            pips += ["any"] if first and dice.random() < 0.1 else []
            energy = dice.randint(0, 4) if first else dice.randint(0, 5)
        card: Json = {"id": f"card-{place}", "type": "unit", "cost": {"energy": energy, "power": pips}}
        state["hand"].append(card)
        plays.append(Candidate(card=f"card-{place}", targets=()))
    return GameState.model_validate(state), plays


def trapped(state: GameState, plays: list[Candidate], policy: str) -> bool | None:
    """Tell whether paying the cards in order fails though they are jointly payable; ``None`` if they are not."""
    rules = Ruleset.of()
    if plan(state, PlanAsk(mode="all", plays=tuple(plays)), Goal.of(), rules).status != "payable":
        return None
    turn = begin(state)
    for place, play in enumerate(plays):
        goal = [policy] if place + 1 < len(plays) else ["thrifty"]
        answer = solve(turn.state, play, goal, ruleset=rules)
        if answer.payment is None:
            return True
        turn = paid(turn, play, answer.payment, answer.question)
    return False


def share(kind: Kind, policy: str, turns: int, first: int = 0) -> tuple[int, int]:
    """Count the traps among so many turns, and the turns that are jointly payable."""
    found = [trapped(*draw(seed, kind), policy) for seed in range(first, first + turns)]
    return sum(one is True for one in found), sum(one is not None for one in found)


def main() -> None:
    """Print the table."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(f"{'turn':30}" + "".join(f"{policy:>18}" for policy in POLICIES))
    for kind in KINDS:
        cells = []
        for policy in POLICIES:
            traps, among = share(kind, policy, turns)
            cells.append(f"{100 * traps / max(1, among):.1f} % of {among}")
        print(f"{kind.name:30}" + "".join(f"{cell:>18}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
