"""Reads what is written on the command line into the same instance that a file holds.

Every function here turns one option's words into the JSON that files use; whether it makes sense is for the model to
say. A message about an option names the option where a message about a file names the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from runepay.cli.naming import THING, apart, several
from runepay.cli.options import Options
from runepay.model.catalogue import name_of
from runepay.model.errors import InputError, nearest
from runepay.model.facts import FACTS
from runepay.model.instance import Instance, parse
from runepay.model.mentions import BELONGS
from runepay.model.objects import fields_of, things_of
from runepay.model.places import BASE
from runepay.model.played import WEAPONMASTER, payable
from runepay.model.resources import DOMAINS, ENERGY, LIMIT, POWERS
from runepay.model.state import GameState

ARGUMENTS: Final = "<command line>"
"""What stands for a file's name in an instance that was built from options."""


def elections(options: Options) -> dict[str, bool | int]:
    """Read every ``--elect``: decisions between commas.

    Examples
    --------
    >>> elections(Options(elect=("accelerate, repeat=no", "kills=2")))
    {'accelerate': True, 'repeat': False, 'kills': 2}
    """
    return _once("--elect", map(read_election, _parts("--elect", options.elect)))


def criteria(options: Options) -> list[str]:
    """Read every ``--goal``: words between commas."""
    return [word.strip() for one in options.goal for word in one.split(",") if word.strip()]


def readings(options: Options) -> dict[str, str]:
    """Read every ``--option``: readings between commas."""
    return _once("--option", (_pair(word, "--option", "NAME=READING") for word in _parts("--option", options.option)))


def _parts(option: str, words: Iterable[str]) -> list[str]:
    """Take apart what stands between commas, in each word that an option was given.

    Examples
    --------
    >>> _parts("--fact", ["showdown, cards_played=1", "points=3,"])
    ['showdown', 'cards_played=1', 'points=3']
    """
    made: list[str] = []
    for word in words:
        parts = [part.strip() for part in word.split(",") if part.strip()]
        if any(part.isdecimal() for part in parts):
            raise fault(option, "a name is expected; commas stand between names, and not in numbers", word)
        if not parts:
            raise fault(option, "a name is expected", word)
        made += parts
    return made


Value = TypeVar("Value")


def _once(option: str, pairs: Iterable[tuple[str, Value]]) -> dict[str, Value]:
    """Put pairs together; the same name with two values is a contradiction, not a correction."""
    made: dict[str, Value] = {}
    for name, value in pairs:
        if name in made and made[name] is not value and made[name] != value:
            raise fault(option, "this is stated twice, and not alike", name)
        made[name] = value
    return made


def fault(option: str, message: str, found: object = None, known: Iterable[str] = ()) -> InputError:
    """Say what is wrong with an option, with the nearest known word, or all of them."""
    words = tuple(known)
    hint = nearest(str(found), words) if words else None
    if words and hint is None:
        message += f" (known: {', '.join(words)})"
    return InputError(message, file=option, found=found, hint=hint)


def _pair(word: str, option: str, form: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise fault(option, f"this is written {form}", word)
    return name.strip(), value.strip()


def _count(word: str, option: str) -> int:
    number = int(word) if len(word) < 20 else LIMIT + 1  # longer words of digits need no conversion to be too large
    if number > LIMIT:
        raise fault(option, f"a number here lies between 0 and {LIMIT:,} (the limit)", word)
    return number


def _words(text: str, option: str) -> list[str]:
    words = text.replace(",", " , ").lower().split()
    for word in words:
        if re.fullmatch(r"[-+]\d+", word):
            raise fault(option, f"a number here lies between 0 and {LIMIT:,}", word)
    return words


def _counted(words: list[str], option: str, known: Sequence[str], expected: str) -> tuple[int, str]:
    """Take the next word, which is known, and the number before it if there is one."""
    word = words.pop(0)
    number = 1
    if word.isdecimal():
        number = _count(word, option)
        word = words.pop(0) if words else ","
    if word not in known:
        raise fault(option, f"{expected} is expected", None if word == "," else word, known)
    return number, word


def read_runes(text: str) -> dict[str, dict[str, int]]:
    """Read ``--runes``: a number counts what follows; runes are ready unless said otherwise.

    Examples
    --------
    >>> read_runes("3 fury, 1 fury exhausted, mind")
    {'fury': {'ready': 3, 'exhausted': 1}, 'mind': {'ready': 1}}
    """
    made: dict[str, dict[str, int]] = {}
    words = _words(text, "--runes")
    while words:
        if words[0] == ",":
            words.pop(0)
            continue
        number, word = _counted(words, "--runes", DOMAINS, "a domain")
        state = words.pop(0) if words and words[0] in {"ready", "exhausted"} else "ready"
        runes = made.setdefault(word, {})
        runes[state] = runes.get(state, 0) + number
    return made


def read_pool(text: str) -> dict[str, Any]:
    """Read ``--pool``: what floats, perhaps for a purpose only.

    Examples
    --------
    >>> read_pool("1 universal, 2 energy, 2 energy for spell")
    {'power': {'universal': 1}, 'energy': 2, 'restricted': [{'energy': 2, 'for': ['spell']}]}
    """
    made: dict[str, Any] = {}
    into: dict[str, Any]
    words = _words(text, "--pool")
    while words:
        if words[0] == ",":
            words.pop(0)
            continue
        number, word = _counted(words, "--pool", (ENERGY, *POWERS), "'energy', a domain or 'universal'")
        into = made
        if words[:1] == ["for"]:
            if words[1:2] in ([], [","]):
                raise fault("--pool", "'for' is followed by a purpose, such as 'for spell' or 'for gear/unit'")
            into = {"for": words[1].split("/")}
            words = words[2:]
            made.setdefault("restricted", []).append(into)
        holder: dict[str, Any] = into if word == ENERGY else into.setdefault("power", {})
        holder[word] = holder.get(word, 0) + number
    for one in made.get("restricted", ()):
        one["for"] = one.pop("for")
    return made


def read_cost(text: str) -> dict[str, Any]:
    """Read ``--cost``: a number is Energy, each word is one pip, ``fury/order`` a pip of either domain.

    Examples
    --------
    >>> read_cost("3 fury fury/order any")
    {'energy': 3, 'power': ['fury', ['fury', 'order'], 'any']}
    >>> read_cost("0")
    {'energy': 0}
    """
    made: dict[str, Any] = {}
    for word in _words(text, "--cost"):
        if word == ",":
            continue
        if word.isdecimal():
            if "energy" in made:
                raise fault("--cost", "one number is the Energy, each word one pip: write 'fury fury' for two", word)
            made["energy"] = _count(word, "--cost")
            continue
        if word == "energy":
            continue
        for name in word.split("/"):
            if name not in DOMAINS and word not in {"any", "own"}:
                raise fault("--cost", "a number is the Energy, a domain or 'any' a pip", name, (*DOMAINS, "any"))
        made.setdefault("power", []).append(word.split("/") if "/" in word else word)
    if not made:
        raise fault("--cost", "a cost is written like '3 fury any', or '0'", text)
    return made


_TRUTHS: Final = {"true": True, "yes": True, "false": False, "no": False}


def read_election(word: str) -> tuple[str, bool | int]:
    """Read one ``--elect``: ``NAME``, ``NAME=false``, ``NAME=true`` or ``NAME=N``.

    Examples
    --------
    >>> read_election("accelerate"), read_election("repeat=no"), read_election("kills=2")
    (('accelerate', True), ('repeat', False), ('kills', 2))
    """
    if "=" not in word:
        return word.strip(), True
    name, value = _pair(word, "--elect", "NAME, NAME=false or NAME=N")
    if value.lower() in _TRUTHS:
        return name, _TRUTHS[value.lower()]
    if value.isdecimal():
        return name, _count(value, "--elect")
    raise fault("--elect", "an election is true, false or a number", value, ("true", "false"))


def read_fact(word: str) -> tuple[str, bool | int]:
    """Read one ``--fact``.

    Examples
    --------
    >>> read_fact("cards_played=1"), read_fact("showdown")
    (('cards_played', 1), ('showdown', True))
    """
    name, equals, value = word.partition("=")
    name, value = name.strip(), value.strip().lower() if equals else "true"
    if name not in FACTS:
        raise fault("--fact", "unknown fact", name, FACTS)
    if FACTS[name].yes_no and value in _TRUTHS:
        return name, _TRUTHS[value]
    if not FACTS[name].yes_no and value.isdecimal():
        return name, _count(value, "--fact")
    form = f"{name}=true or {name}=false" if FACTS[name].yes_no else f"{name}=NUMBER"
    raise fault("--fact", f"this fact is written {form}", word)


def read_things(words: Iterable[str], where: str = "argument") -> list[str | dict[str, Any]]:
    """Read cards in a zone: names, with a number before or ``exhausted`` behind if wanted; `where` is the option.

    Examples
    --------
    >>> read_things(["Charm", "2 Gold", "Seal of Rage exhausted"])
    ['Charm', 'Gold', 'Gold', {'card': 'Seal of Rage', 'ready': False}]
    """
    made: list[str | dict[str, Any]] = []
    for word in words:
        found = THING.fullmatch(word)
        if found is None or not found[2]:
            raise fault(where, "the name of a card is expected", word)
        thing: str | dict[str, Any] = {"card": found[2], "ready": False} if found[3] else found[2]
        made += [thing] * int(found[1] or 1)
    return made


def build(card: str | None, options: Options) -> Instance:
    """Build the instance that a card and the options describe.

    Raises
    ------
    InputError
        Naming the option at fault.
    """
    play = _play(card, options)
    data: dict[str, Any] = {"runepay": 1, "title": _title(card, options)}
    if options.ruleset:
        data["ruleset"] = options.ruleset
    if options.option:
        data["options"] = readings(options)
    data["state"] = state_of(options)
    if options.enemy:
        data["opponents"] = [{"board": read_things(options.enemy, "--enemy")}]
    data["play"] = play
    if options.goal:
        data["goal"] = criteria(options)
    try:
        return parse(written(data), ARGUMENTS)
    except InputError as error:
        raise on_option(error) from None


def planning(options: Options) -> dict[str, Any]:
    """Read what the options say of a plan: ``--mode``, ``--keep-on-their-turn``, ``--value``."""
    made: dict[str, Any] = {}
    if options.mode:
        mode = options.mode.strip().lower()
        if mode not in MODES:
            raise fault("--mode", "a plan is for all, best or most", options.mode, MODES)
        made["mode"] = mode
    if options.keep:
        made["keep"] = list(options.keep)
    if options.value:
        made["values"] = _once("--value", (_valued(word) for word in options.value))
    if options.turns:
        made["turns"] = options.turns
    if options.next:
        made["next"] = [[name.strip() for name in one.split("+") if name.strip(" -")] for one in options.next]
    if options.rune_deck:
        made["rune_deck"] = read_rune_deck(options.rune_deck)
    return made


def read_rune_deck(text: str) -> dict[str, Any]:
    """Read ``--rune-deck``: numbers of what lies in unknown order, then domains in known order beneath.

    Examples
    --------
    >>> read_rune_deck("4 fury, 2 calm"), read_rune_deck("fury calm fury")
    ({'unseen': {'fury': 4, 'calm': 2}}, {'known': ['fury', 'calm', 'fury']})
    >>> read_rune_deck("4 fury; calm, fury")
    {'unseen': {'fury': 4}, 'known': ['calm', 'fury']}
    """
    made: dict[str, Any] = {}
    for part in text.split(";"):
        if not part.strip(" ,"):
            raise fault("--rune-deck", "runes are expected, such as '4 fury, 2 calm' or 'fury calm'", text)
        words = _words(part, "--rune-deck")
        if any(word.isdecimal() for word in words):
            if made:
                raise fault("--rune-deck", "what is counted comes first, and once", part.strip())
            made["unseen"] = {}
            while words:
                if words[0] == ",":
                    words.pop(0)
                    continue
                number, domain = _counted(words, "--rune-deck", DOMAINS, "a domain")
                made["unseen"][domain] = made["unseen"].get(domain, 0) + number
        else:
            found = [word for word in words if word != ","]
            for word in found:
                if word not in DOMAINS:
                    raise fault("--rune-deck", "a domain is expected", word, DOMAINS)
            made["known"] = [*made.get("known", []), *found]
    return made


MODES: Final = ("all", "best", "most")


def _valued(word: str) -> tuple[str, int]:
    name, value = _pair(word, "--value", "CARD=N")
    if not value.isdecimal():
        raise fault("--value", "what a play is worth is a whole number", value)
    return name, _count(value, "--value")


ZONES: Final = ("hand", "board", "trash", "champion", "facedown")
"""Zones that an option of the same name fills; ``--battlefield`` and ``--legend`` fill two more."""


def state_of(options: Options) -> dict[str, Any]:
    """Give the payer's situation that the options describe."""
    state: dict[str, Any] = {}
    if options.runes:
        state["runes"] = read_runes(options.runes)
    if options.pool:
        state["pool"] = read_pool(options.pool)
    for zone in ZONES:
        words: Sequence[str] = getattr(options, zone)
        if words:
            state[zone] = read_things(words, f"--{zone}")
    if options.battlefield:
        state["battlefields"] = read_things(options.battlefield, "--battlefield")
    if options.legend:
        state["legend"] = read_things([options.legend], "--legend")[0]
    if options.xp is not None:
        state["xp"] = options.xp
    if options.fact:
        state["facts"] = _once("--fact", map(read_fact, _parts("--fact", options.fact)))
    return state


def _title(card: str | None, options: Options) -> str:
    name = card or "A card of one's own"
    if options.ability is not None:
        return f"{name}: {options.ability}"
    return f"{name}: hide" if options.hide else name


def _paid_for(card: str | None, options: Options) -> dict[str, Any]:
    """Say what is paid for: a card that is played or hidden, or an ability."""
    if options.ability is None:
        play = {"card": card} if card else {}
        return {**play, "kind": "hide"} if options.hide else play
    for name, given in (("--hide", options.hide), ("--from", options.origin)):
        if given:
            raise InputError("this goes with a card, not with an ability", file=name)
    if card is None:
        raise InputError("an ability needs the name of the card that has it", file="--ability", found=options.ability)
    return ability(card, options.ability.strip(), ids(options))


def _play(card: str | None, options: Options) -> dict[str, Any]:
    play = _paid_for(card, options)
    if options.cost is not None:
        play["cost"] = read_cost(options.cost)
    for name in ("type", "domains"):
        text: str = getattr(options, name)
        if text:
            play[name] = re.split(r"[\s,/]+", text.strip().lower())
    if options.keyword:
        play["keywords"] = [word.strip().lower() for one in options.keyword for word in one.split(",")]
    if options.origin:
        play["from"] = options.origin.strip().lower()
    if options.to:
        play["to"] = _place(options)
    if options.target:
        play["targets"] = [] if options.target == ("none",) else list(options.target)
    if options.elect:
        play["elect"] = elections(options)
    return play


def ids(options: Options) -> dict[str, str]:
    """Give the objects that the options put anywhere: the card of each, by its id.

    Examples
    --------
    >>> ids(Options(board=("2 Gold",), legend="Darius, Hand of Noxus"))
    {'gold': 'Gold', 'gold-2': 'Gold', 'darius-hand-of-noxus': 'Darius, Hand of Noxus'}
    """
    zones = {name: words for name, words in state_of(options).items() if name in {*ZONES, "battlefields", "legend"}}
    enemies = [{"board": read_things(options.enemy, "--enemy")}] if options.enemy else []
    state = GameState.model_validate({**zones, "opponents": enemies})
    return {oid: thing.card or "" for thing, oid, _ in things_of(state)}


def _place(options: Options) -> str:
    """Read ``--to``: the base, or a battlefield of ``--battlefield`` by its id, or its name where one only bears it.

    Raises
    ------
    InputError
        No battlefield of that name is there: on the command line each is named by ``--battlefield``.

    Examples
    --------
    >>> _place(Options(to="Forge of the Fluft", battlefield=("Forge of the Fluft",)))
    'forge-of-the-fluft'
    """
    there = ids(Options(battlefield=options.battlefield))
    wanted = options.to.strip()
    if wanted == BASE or wanted in there:
        return wanted
    meant = name_of(wanted) or wanted
    bearing = [oid for oid, name in there.items() if (name_of(name) or name) == meant]
    if len(bearing) == 1:
        return bearing[0]
    if bearing:
        raise fault("--to", f"several battlefields bear that name: {', '.join(bearing)}", wanted)
    hint = nearest(wanted, [BASE, *there, *there.values()])
    known = ", ".join([BASE, *there])
    raise InputError(
        "no such place",
        file="--to",
        found=wanted,
        hint=hint or f"known: {known}; --battlefield CARD names a battlefield that you control",
    )


def ability(card: str, called: str, there: Mapping[str, str]) -> dict[str, Any]:
    """Give the play that an ability is: `card` is the object whose ability it is, by its card's name or its id."""
    name = there.get(card, card)
    printed = fields_of(name, {})
    kinds = payable(printed) if printed is not None else {}
    word = called if called in kinds else called.lower()
    copies = printed is not None and any(add.copies for add in printed.adds)
    if printed is not None and word not in kinds and word != WEAPONMASTER and not copies:
        if not kinds:
            raise fault("--ability", f"nothing that {name} does asks for a payment", called)
        raise fault("--ability", f"{name} has no such ability", called, kinds)
    return {"kind": kinds.get(word, "ability"), "source": card, "ability": word}


def written(data: dict[str, Any]) -> str:
    """Write an instance as a file holds it: short lists and objects on one line, for people to go on editing."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    flat = re.compile(r"([\[{])\s*\n\s*([^\[\]{}]*?)\s*\n\s*([\]}])")
    while (shorter := flat.sub(_on_one_line, text)) != text:
        text = shorter
    return text + "\n"


def _on_one_line(found: re.Match[str]) -> str:
    inner = re.sub(r"\s*\n\s*", " ", found[2])
    return f"{found[1]}{inner}{found[3]}"


_OPTION_OF: Final = (
    ("state.runes", "--runes"), ("state.pool", "--pool"), ("state.hand", "--hand"), ("state.board", "--board"),
    ("state.trash", "--trash"), ("state.champion", "--champion"), ("state.facedown", "--facedown"),
    ("state.battlefields", "--battlefield"), ("state.legend", "--legend"), ("state.xp", "--xp"),
    ("state.facts", "--fact"), ("play.ability", "--ability"),
    ("opponents", "--enemy"), ("play.cost", "--cost"), ("play.type", "--type"), ("play.domains", "--domains"),
    ("play.keywords", "--keyword"), ("play.targets", "--target"), ("play.elect", "--elect"), ("play.from", "--from"),
    ("play.to", "--to"), ("plan.values", "--value"), ("plan.keep", "--keep-on-their-turn"), ("plan.plays", "argument"),
    ("plan.turns", "--turns"), ("plan.next", "--next"), ("plan.rune_deck", "--rune-deck"),
    ("goal", "--goal"), ("ruleset", "--ruleset"), ("options", "--option"),
)  # fmt: skip


_PLACES: Final = {"legend": "--legend", "battlefield": "--battlefield", "spell": "--trash"}
"""Options for cards that do not stand on the board; a spell whose text is an ability was resolved."""


def _put(called: str) -> str:
    """Say which option puts a card where its abilities are used from.

    Examples
    --------
    >>> _put("Long Sword"), _put("Darius, Hand of Noxus")
    ('--board "Long Sword"', '--legend "Darius, Hand of Noxus"')
    """
    fields = fields_of(called, {})
    types = fields.type if fields is not None else ()
    option = next((option for kind, option in _PLACES.items() if kind in types), "--board")
    return f'{option} "{called}"'


Thing = str | dict[str, Any]
"""A card as a file has it: its name, or an object with its fields."""

_PLAY: Final = re.compile(r"plan\.plays\.(\d+)")


def _option_of(error: InputError, plays: Sequence[Thing]) -> str:
    """Give the option that what is at fault was said with; of a plan's `plays` it is the one that named the play."""
    found = _PLAY.match(error.path)
    play = plays[int(found[1])] if found is not None and int(found[1]) < len(plays) else ""
    if isinstance(play, dict):
        return "--ability" if "ability" in play else "--hide" if play.get("kind") == "hide" else f"--{play['from']}"
    return next((name for path, name in _OPTION_OF if error.path.startswith(path)), "")


def on_option(error: InputError, plays: Sequence[Thing] = ()) -> InputError:
    """Name the option instead of a place in a file that nobody has seen."""
    option = _option_of(error, plays)
    message = error.message
    if not option and error.path == "play.card":
        option = "argument"
        message += " (and no file of that name)"
    hint = error.hint
    if error.path == "play.source" or (option == "--ability" and error.path.endswith(".source")):
        option = option or "argument"
        if message == "no such object":
            message = "an ability is used by an object that is there, and this one is not"
            hint = f"name it with {_put(str(error.found))}"
    if message.startswith("unknown card") and hint is not None and hint.startswith("give the card"):
        hint = "--cards FILE names a file of cards of your own"
        hint += ", and --cost the cost of the one asked about" if option == "argument" else ""
    if hint is not None and hint.startswith(BELONGS):
        elsewhere = next((name for path, name in _OPTION_OF if path == hint.removeprefix(BELONGS)), None)
        hint = hint if elsewhere is None else f"it belongs to {elsewhere}"
    if option == "--target" and message == "no such target" and hint is None:
        hint = "what is chosen stands on the board: --enemy CARD, or --board CARD for one of your own"
    if option == "--target" and message == "no such target" and (listed := several(str(error.found))):
        message, hint = "each object is named by itself", apart(listed, option)
    made = InputError(
        message, file=option or ARGUMENTS, found=error.found, hint=hint, path="" if option else error.path
    )
    made.others = tuple(on_option(other, plays) for other in error.others)
    return made
