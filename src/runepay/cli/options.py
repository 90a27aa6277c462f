"""What the command line says, word for word; kept apart so that ``--help`` need not load the model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says besides files and cards, word for word."""

    runes: str = ""
    pool: str = ""
    hand: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    trash: tuple[str, ...] = ()
    champion: tuple[str, ...] = ()
    facedown: tuple[str, ...] = ()
    battlefield: tuple[str, ...] = ()
    enemy: tuple[str, ...] = ()
    legend: str = ""
    xp: int | None = None
    ability: str | None = None
    hide: bool = False
    cost: str | None = None
    type: str = ""
    domains: str = ""
    keyword: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    origin: str = ""
    to: str = ""
    fact: tuple[str, ...] = ()
    elect: tuple[str, ...] = ()
    goal: tuple[str, ...] = ()
    ruleset: str = ""
    option: tuple[str, ...] = ()
    mode: str = ""
    keep: tuple[str, ...] = ()
    value: tuple[str, ...] = ()
    turns: int = 0
    next: tuple[str, ...] = ()
    rune_deck: str = ""
    abilities: tuple[str, ...] = ()
    """Of a plan: ``--ability``, which may be repeated there."""
    hides: tuple[str, ...] = ()
    """Of a plan: ``--hide``, which names the card there."""

    def about_a_card(self) -> list[str]:
        """Name the options given that can only speak of a card on the command line."""
        given = {
            "--runes": self.runes, "--pool": self.pool, "--hand": self.hand, "--board": self.board,
            "--trash": self.trash, "--champion": self.champion, "--facedown": self.facedown,
            "--battlefield": self.battlefield, "--enemy": self.enemy, "--legend": self.legend,
            "--xp": self.xp is not None,
            "--ability": self.ability is not None or self.abilities, "--hide": self.hide or self.hides,
            "--cost": self.cost is not None, "--type": self.type, "--domains": self.domains,
            "--keyword": self.keyword, "--target": self.target, "--from": self.origin, "--to": self.to,
            "--fact": self.fact, "--value": self.value,
        }  # fmt: skip
        return [name for name, value in given.items() if value]
