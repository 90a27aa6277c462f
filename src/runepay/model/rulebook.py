"""Rulesets, their options, and rule numbers with their meaning in our words (contract C13).

Numbers are those of Core Rules v1.4. A rule whose v1.3 number is not known is cited with its 1.4 number, marked so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from runepay.model.errors import InputError, nearest_or_known

RULESETS: Final = ("1.3", "1.4")
DEFAULT_RULESET: Final = "1.4"

OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "own_domain_pip": ("own", "any"),
    "pool_empties": ("main_start", "draw_end"),
    "trigger_cost_timing": ("finalization", "resolution"),
    "ability_pip": ("table", "any", "own"),
    "minimum_power_half": ("applies", "capped"),
    "domain_discount": ("exact", "matching"),
    "weaponmaster": ("any_pip", "literal"),
    "weaponmaster_gear_power": ("refuse", "allow"),
    "deflect_sums": ("sum", "highest"),
    "energy_cost_reduced": ("total", "component"),
    "killed_this_way": ("paid", "died"),
    "showdown_here": ("showdown", "card"),
    "first_each_turn": ("finalized", "discounted"),
}
"""Readings that a caller may choose between; the first one is that of v1.4, or the default where the rules leave it
open."""

OPEN: Final[dict[str, str]] = {
    "ability_pip": (
        "whether a pip of a keyword or ability cost on a card of several domains is of any domain or its own"
    ),
    "minimum_power_half": "whether the Power half of a discount with a minimum acts on a cost whose Energy is below it",
    "domain_discount": "whether a discount of one domain may remove a pip that several domains can pay",
    "weaponmaster": "whether Weaponmaster takes off a pip of one domain",
    "weaponmaster_gear_power": "whether Power for gear only may pay for Weaponmaster",
    "deflect_sums": "whether granted Deflect adds to printed Deflect",
    "energy_cost_reduced": "whether reducing Energy costs acts on the base cost or on the total",
    "killed_this_way": "whether a death that was replaced counts for what is cheaper for each unit killed",
    "showdown_here": "whether a battlefield's showdowns here speak of where the showdown is or of where the card is",
    "first_each_turn": "whether the first of its kind each turn is used up by one that the discount did nothing for",
}
"""Questions that the rules leave open, by the option that decides them (contract C21)."""

SETTLED: Final[dict[str, str]] = {
    "own_domain_pip": "whether a pip of a card's own domains on a card of several is of any domain, as in 1.3",
    "pool_empties": "when the rune pool empties: as the main phase starts, or as the draw phase ends, as in 1.3",
    "trigger_cost_timing": "whether the cost of a trigger is paid as it is finalized or as it resolves",
}
"""What the other options decide, on which each version of the rules speaks."""

_OF_1_3: Final = {"own_domain_pip": "any", "pool_empties": "draw_end"}

MEANING: Final[dict[str, str]] = {
    "103": "what a deck may hold is said before the game",
    "103.1": "a legend leads the deck",
    "103.1.b": "domain identity limits decks, and no payment",
    "103.3": "a rune deck is built beside the main deck",
    "103.3.a": "a rune deck holds exactly twelve runes",
    "103.3.a.1": "the runes of a rune deck are of the legend's domains",
    "129": "a card is put together from its printed parts",
    "131": "a card's cost is printed on it",
    "134.2": "there are six domains",
    "135.2.b.3": "what happens as a card is played is not repeated with its instructions",
    "135.2.e": "a Power symbol says which Power pays it",
    "135.2.e.5": "a rainbow symbol speaks of any domain",
    "135.2.e.5.a": "a rainbow pip in a cost is paid by Power of any domain",
    "135.2.e.5.b": "a rainbow Add makes universal Power, which pays any pip",
    "135.2.e.6": "an own-domain symbol speaks of the domains of its card",
    "135.2.e.6.b": "an own-domain pip on a card without domains is paid by Power of any domain",
    "135.2.e.6.c": "an own-domain pip on a card of several domains is paid by Power of any one of them",
    "161.2.b": "a recycled rune goes to the bottom of the rune deck",
    "163": "Energy and Power are the two resources",
    "163.1": "Energy pays numerals and nothing else",
    "163.2": "Power pays pips and nothing else",
    "163.2.b": "universal Power stands for any domain",
    "164.2": "a rune is exhausted for one Energy and recycled for one Power of its domain",
    "166": "a rune pool holds the Energy and Power that are not yet spent",
    "166.2": "only what is in the rune pool can be spent",
    "166.3": "what is not spent floats in the pool until the pool empties",
    "167": "pools empty at the start of each Main Phase and at the end of each turn",
    "178.1": "a card of two types counts as each of them",
    "185": "a token costs nothing",
    "187.5": "a Gold token is killed and exhausted for one universal Power",
    "190.4.c": "control of a battlefield is not lost while a chain exists",
    "203.2": "a cost is paid although the action that pays it was replaced",
    "203.3": "a cost whose action is impossible cannot be paid",
    "204.1": "the base cost is what is printed, copied, or replaces it",
    "204.2": "an additional cost comes on top of the base cost",
    "204.3": "a cost within instructions links an action to what it buys",
    "204.3.b": "a cost within the instructions of a spell is paid as they resolve",
    "204.4": "an applied cost is a price an effect puts on a game action",
    "205": "an instruction to pay without a linked result is no cost",
    "206": "the cost of a card is read as printed or copied",
    "315.3.b": "two runes are channeled in each Channel phase",
    "317": "pools empty at the end of a turn, in its last step",
    "337.2": "permanents and Adds resolve at once, without anyone having priority",
    "354": "a card being played is on the chain, and no longer where it was",
    "355": "choices are made before the cost is worked out, and are locked then",
    "355.1.a": "optional costs and numbers are decided as the card is played",
    "355.10.c": "what only a cost names is no target",
    "355.16": "a choice that is sure to become illegal may not be made while another exists",
    "356": "the total is worked out in five stages, and is fixed then",
    "356.1": "the base cost is modified first",
    "356.1.a": "a price to play for replaces base Energy and Power",
    "356.1.b": "ignoring a cost sets that part of the base to nothing",
    "356.2": "additional costs are added second",
    "356.2.a": "a mandatory additional cost is always added",
    "356.2.a.2": "Deflect is a mandatory additional cost",
    "356.2.b": "an optional additional cost is added if it was elected",
    "356.3": "increases come third",
    "356.4": "discounts on the total come fourth",
    "356.4.c": "a discount on one component acts as that component is added",
    "356.4.c.1": "the player orders the discounts on one component",
    "356.4.d.1": "the player orders the discounts on the total",
    "356.4.e": "a minimum limits its own discount only",
    "356.4.f": "discounts may take additional costs down to nothing",
    "356.4.f.1": "an elected cost counts as paid, whatever was spent on it",
    "356.5": "changes to the total itself come last",
    "356.5.a": "ignoring any and all costs sets the whole total to nothing",
    "356.6": "no part of a cost falls below nothing",
    "356.7": "a cost is Energy, Power or an action",
    "357": "the cost is paid in one go, with no moment for others to react",
    "357.1": "the total's Energy and Power are paid together",
    "357.1.a": "Reaction Adds may be used during the payment",
    "357.2": "every non-standard cost is paid as well, in any order",
    "357.2.a": "a replaced death still pays its cost",
    "357.3": "a payment sure to make the play illegal may not be chosen while another exists",
    "358": "whether the play is legal is checked after the payment",
    "358.2": "all costs must have been paid",
    "358.3": "the play must have permission and the right timing",
    "358.5": "a failed play is undone and the card returns where it came from",
    "359": "at the end a permanent resolves and a spell waits on the chain",
    "359.3.b": "what a payment triggers is pending above what was paid for",
    "383.3.a": "a trigger that begins with you may is decided when it is finalized",
    "383.3.b": "a trigger that begins with do X to has X as its base cost, paid when it is finalized",
    "402": "an ability is put on the chain, chosen for, priced and paid like a card",
    "403.2": "increases and discounts reach abilities, and texts about what cards cost do not",
    "404.2": "a trigger whose cost is declined or cannot be paid leaves the chain",
    "406.3": "a trigger that a payment sets off is finalized after what was paid for",
    "414.4": "only a ready object can be exhausted",
    "416.1": "a recycled card goes to the bottom of its deck",
    "416.3": "exactly as many cards are recycled as are asked for",
    "419.3": "a play that an effect makes takes the same steps as any other",
    "419.4.b": "a card that was countered was finalized nevertheless",
    "422.3": "only cards in hand can be discarded",
    "425.1.c": "countering refunds nothing",
    "428": "to kill is to put an object from the board into the trash",
    "428.1.a.1": "a kill that pays for a spell counts as killing with that spell",
    "429": "an Add puts resources into the pool at once",
    "429.2": "an activated or triggered Add resolves as it is finalized, and nobody can react",
    "429.3": "Reaction Adds may be used whenever a payment is asked for",
    "429.3.a": "what an Add itself asks for is a payment of its own, in which other Adds may be used",
    "441.1.b": "only what is not Empowered yet can be Empowered",
    "444": "to pay is to take a resource out of the pool",
    "444.1": "only what is in the pool is spent",
    "444.2": "a payment may be declined",
    "702.2.b": "only a buff on a unit of one's own can be spent",
    "730.2": "only XP one has can be spent",
    "805": "Accelerate is an optional additional cost, and lets the unit enter ready",
    "805.1": "Accelerate is an optional additional cost",
    "805.1.a": "the pip of Accelerate is one of the unit's own domains",
    "805.4": "several Accelerates are paid once",
    "809": "Deflect is paid for each time the object is chosen",
    "809.1.c": "Deflect makes an opponent's spell or ability owe Power for choosing its bearer",
    "809.1.c.1": "Deflect's Power is of any domain",
    "809.2": "granted Deflect is added up",
    "811": "hiding costs one Power of any domain; played later, the card's base cost is ignored",
    "811.1.b": "a card is hidden from the hand or the Champion Zone",
    "811.1.c.1": "to hide is not to play, and uses no chain",
    "811.6": "a Hidden card has Reaction only as it is played from facedown",
    "812": "Legion needs another card finalized this turn",
    "818": "Equip is an activated ability that attaches its gear",
    "819": "Quick-Draw attaches its gear as it is played, without the Equip cost",
    "820": "Repeat is an optional additional cost",
    "821": "Weaponmaster may pay an Equip cost as its unit is played",
    "821.1.c": "Weaponmaster pays the Equip cost less one pip of any domain, as it resolves",
    "821.1.c.3": "Weaponmaster takes a rainbow pip off the Equip cost",
    "821.1.c.5": "if a part of the Equip cost cannot be paid, nothing is paid and nothing moves",
    "821.1.c.6": "what Weaponmaster pays is part of a unit's triggered ability",
    "822": "Ambush lets a card be played where units of one's own are",
    "822.3": "a card played by Ambush needs units of one's own there until it is finalized",
    "824": "Level is active with that much XP",
    "824.1": "Level needs that much XP",
    "827": "Empower is an activated ability of what is not Empowered yet",
    "827.1.c.2": "a second Empower cost is another way to pay for it",
    "829": "Flow is an alternate base cost when played from the trash",
    "829.1": "Flow offers another base cost in the trash, and the card is banished afterwards",
    "829.1.c.1": "Flow is an alternate base cost when played from the trash",
}
"""Rule numbers of v1.4 and what they say, in a few words of ours."""

ALIASES: Final = {"445.2": "444.2"}
"""Numbers under which some pages cite a rule, and the number it has."""

_NUMBERS_1_3: Final = {
    "163.1": "162.1",
    "163.2": "162.2",
    "163.2.b": "162.2.b",
    "164.2": "163.2",
    "167": "166",
    "206": "131.4",
    "356.6": "356.5",
    "190.4.c": "187.4.c",
    "358.5": "358.4",
    "204.3": "742.1",
}


_MOVED: Final = (
    "161", "163", "166", "178", "185", "187", "190", "20", "356.5", "356.7", "444", "445", "827", "828", "829",
)  # fmt: skip
"""Numbers of v1.4 that stood elsewhere in v1.3, or nowhere."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One version of the rules with the readings chosen.

    Examples
    --------
    >>> Ruleset.of("1.3").own_domain_pip
    'any'
    """

    version: str = DEFAULT_RULESET
    options: tuple[tuple[str, str], ...] = field(default=())

    @classmethod
    def of(cls, version: str = DEFAULT_RULESET, options: dict[str, str] | None = None) -> Ruleset:
        """Make a ruleset, refusing versions and options that do not exist."""
        if version not in RULESETS:
            raise InputError("unknown ruleset", path="ruleset", found=version, hint=nearest_or_known(version, RULESETS))
        for name, reading in (options or {}).items():
            if name not in OPTIONS:
                raise InputError(
                    "unknown option", path="options", found=name, hint=nearest_or_known(name, OPTIONS)
                )
            if reading not in OPTIONS[name]:
                hint = nearest_or_known(reading, OPTIONS[name])
                raise InputError("unknown reading", path=f"options.{name}", found=reading, hint=hint)
        return cls(version, tuple(sorted((options or {}).items())))

    def option(self, name: str) -> str:
        """Give the reading in force: the caller's, or the version's own."""
        for key, reading in self.options:
            if key == name:
                return reading
        if self.version == "1.3" and name in _OF_1_3:
            return _OF_1_3[name]
        return OPTIONS[name][0]

    @property
    def own_domain_pip(self) -> str:
        """How ``[C]`` on a card of several domains is paid."""
        return self.option("own_domain_pip")

    def chose(self, name: str) -> bool:
        """Tell whether the caller set an option."""
        return any(key == name for key, _ in self.options)

    def reading(self, name: str, reading: str) -> Ruleset:
        """Give the same ruleset with another reading of one option."""
        rest = tuple(one for one in self.options if one[0] != name)
        return Ruleset(self.version, tuple(sorted((*rest, (name, reading)))))

    def cite(self, rule: str) -> str:
        """Write a rule number for this version; a 1.4 number without a known 1.3 one is marked.

        Examples
        --------
        >>> Ruleset.of("1.4").cite("356.6"), Ruleset.of("1.3").cite("356.6"), Ruleset.of("1.3").cite("356.5.a")
        ('356.6', '356.5', '356.5.a (1.4)')
        """
        if self.version == DEFAULT_RULESET:
            return rule
        if rule in _NUMBERS_1_3:
            return _NUMBERS_1_3[rule]
        # Chapters 201-206, the total override and the floor were renumbered or are new in 1.4.
        moved = rule.startswith(_MOVED)
        return f"{rule} (1.4)" if moved else rule


def meaning(rule: str) -> str:
    """Give a rule's meaning in our words, also under a number that some pages give it; an unknown one is an error.

    Examples
    --------
    >>> meaning("356.6")
    'no part of a cost falls below nothing'
    >>> meaning("445.2") == meaning("444.2")
    True
    """
    return MEANING[ALIASES.get(rule, rule)]
