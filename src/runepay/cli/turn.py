"""Prints plans: one turn play by play, with what is owed, how it is paid and what is left; and the turns to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

from runepay.cli import words
from runepay.cli.words import Said
from runepay.model.resources import DOMAINS

if TYPE_CHECKING:
    from runepay.cli.render import Printer

SHOWN = ("hand", "board", "trash", "facedown", "banished")
"""Zones in the order in which they are shown."""

NOT_PLAYED = "not played: "
"""What a note begins with that says why a play cannot be made, and is shown beside that play."""

_UNMODELLED = "since something here is not modelled"

WORTH = "a play is worth 1 + printed Energy + printed pips of its card, 1 if it is no card, unless a value is stated"


def show_plan(printer: Printer, said: Said) -> None:
    """Print a plan, play by play."""
    style = {"payable": "bold green", "not payable": "bold red"}.get(said["status"], "bold yellow")
    printer.line(planned(said), style)
    if said["status"] != "payable":
        printer.reasons(said["reasons"])
        printer.remarks(said)
        return
    names = _names(said)
    lost = [words.lost(one) for one in said["loses"]]
    printer.line(f"Lost for good: {words.listed(lost)}." if lost else "Nothing is lost for good.")
    if "turns" in said and said["turns"]["recycled"]:
        printer.head("Before the first play")
        printer.items(_recycled(said["turns"]["recycled"]))
        printer.line(f"   in the pool then: {words.units(said['turns']['floating'])}", "dim")
    for one in said["plays"]:
        _play(printer, one, names)
        if one is not said["plays"][-1]:
            left = one["left"]
            printer.line(f"   left: {_runes(left['runes'])}; in the pool {words.units(left['pool'])}", "dim")
    _left(printer, said, names)
    if said["left_out"]:
        printer.head("Not played")
        printer.items(_not_played(said))
    kept = [_kept(card, said) for card in said["kept"]]
    kept += [_goal_kept(one, said) for one in said["goal"] if one["criterion"].startswith(("keep:", "keep-on-"))]
    if kept:
        printer.head("Kept")
        printer.items(kept)
    levels = [one for one in said["goal"] if one["value"] and not one["criterion"].startswith(("keep:", "keep-on-"))]
    if said["goal"]:
        printer.head("Goal of the whole turn" + (" (proven best)" if said["proof"] == "optimal" else " (not proven)"))
        printer.line(f"  {'; '.join(map(words.level, levels)) or 'nothing to say: every level is 0'}")
    if "turns" in said:
        _turns(printer, said["turns"])
    worth = [WORTH] if said["mode"] == "best" and said["plays"] else []
    notes = [note for note in said["notes"] if not note.startswith(NOT_PLAYED)]
    printer.remarks({**said, "notes": [*worth, *notes]})


def planned(said: Said) -> str:  # noqa: PLR0911 - one line a case
    """Say in one sentence what a plan comes to."""
    if said["status"] == "unknown" and said["unsure"]:
        return f"No plan was found; that there is none is not proven, {_UNMODELLED}."
    if said["status"] == "unknown":
        found = "No plan was found within the time limit"
        return f"{found}." if said["mode"] == "all" else f"{found}; {_bounded(said)}."
    kept = words.listed(list(said["kept"]))
    if said["status"] != "payable":
        what = {"all": "Not all of these plays can be made this turn"}.get(said["mode"], "There is no such plan")
        stay = "stays" if len(said["kept"]) == 1 else "stay"
        return what + (f" while {kept} {stay} payable on the opponents' turn." if kept else ".")
    number, others = len(said["plays"]), len(said["left_out"])
    count = f"{number} play{'s' if number != 1 else ''}"
    of_all = f"{number} of {number + others} plays" if others else count
    proven = said["proof"] == "optimal"
    if "turns" in said:
        return f"{count} now, worth {said['value']}, with the turns to come in view{_ahead(said)}."
    if said["mode"] == "all":
        every = {1: "The play", 2: "Both plays"}.get(number, f"All {count}")
        how = "as cheaply as possible (proven best)" if proven else "the cheapest so far, as time ran out (not proven)"
        how = f"the cheapest that is known (not proven, {_UNMODELLED})" if said["unsure"] else how
        return f"{every}, {how}."
    most = said["mode"] == "most"
    what = of_all if most else f"{of_all}, worth {said['value']}{' together' if number > 1 else ''}"
    if proven:
        return f"{what} (proven best)."
    if said["unsure"]:
        return f"{what} (whether this is the best plan is not proven, {_UNMODELLED})."
    if said["bound"] > said["value"]:
        return f"{what} (best so far, as time ran out; {_bounded(said)})."
    return f"{what} (no plan is worth more; time ran out before it was known whether it can be paid more cheaply)."


def _ahead(said: Said) -> str:
    """Say what is known of the turns to come where time ran out."""
    turns = said["turns"]
    if said["proof"] == "optimal":
        return ""
    if said["unsure"]:
        return f" (whether this is the best plan is not proven, {_UNMODELLED})"
    if turns["proof"] == "optimal":
        return " (time ran out before it was known whether it can be paid more cheaply)"
    if turns["value"] == turns["bound"]:
        return " (no plan is worth more by the end; time ran out before every way to it was looked at)"
    value, bound = words.figure(turns["value"]), words.figure(ceil(100 * turns["bound"]) / 100)
    return f" (best so far, as time ran out: {value} by the end, expected; no plan is worth more than {bound})"


def _bounded(said: Said) -> str:
    """Say what is known of the best plan where time ran out."""
    return f"no plan {'makes' if said['mode'] == 'most' else 'is worth'} more than {said['bound']}"


def _names(said: Said) -> dict[str, str]:
    """Name objects for people: the card's name, with the id where several bear the name."""
    called = list(said["names"].values())
    return {oid: name if called.count(name) == 1 else f"{name} ({oid})" for oid, name in said["names"].items()}


def _play(printer: Printer, one: Said, names: Mapping[str, str]) -> None:
    """Print one play: what it costs and why, and the steps that pay."""
    owed = words.cost(one["owed"])
    elected = _elected(one["elected"])
    printer.head(f"{one['number']}. {one['play']} costs {owed}{f' ({elected})' if elected else ''}")
    if why := _why(one["stages"]):
        printer.line(f"   {why}", "dim")
    killed = {lost["object"] for lost in one["loses"] if lost["how"] == "kill"}
    rows = []
    for step in one["steps"]:
        text = words.step(step, names)
        if step["step"] == "add" and step["object"] in killed:
            text = f"exhaust and kill{text.removeprefix('use')}"
        rows.append((text, words.units(step["pool"]), step["rule"]))
    if rows:
        printer.table(("step", "pool afterwards", "rule"), rows)


def _elected(elected: Mapping[str, bool | int]) -> str:
    """Say which optional costs are elected, and which are not.

    Examples
    --------
    >>> _elected({"discard": True, "accelerate": False, "kills": 2})
    'elected: discard, kills: 2; not elected: accelerate'
    """
    yes = words.elections({name: chosen for name, chosen in elected.items() if chosen is not False})
    no = words.listed([name for name, chosen in elected.items() if chosen is False])
    return "; ".join(part for part in (yes and f"elected: {yes}", no and f"not elected: {no}") if part)


STAGES = {1: "", 2: "additional cost: ", 3: "increase: ", 4: "discount: ", 5: ""}


def _why(stages: Sequence[Said]) -> str:
    """Say how a price came about, where it is not the printed one alone.

    Examples
    --------
    >>> cost = {"before": {"energy": 0, "power": []}, "after": {"energy": 4, "power": []}}
    >>> less = {"clause": "Legion", "rule": "356.4", "before": cost["after"], "after": {"energy": 2, "power": []}}
    >>> _why([{"stage": 1, "clause": "printed cost", "rule": "204.1", **cost}, {"stage": 4, **less}])
    '4 Energy (printed cost, 204.1) -> 2 Energy (discount: Legion, 356.4)'
    """
    if len(stages) < 2:
        return ""
    said = [f"{words.cost(one['after'])} ({STAGES[one['stage']]}{one['clause']}, {one['rule']})" for one in stages]
    return " -> ".join(said)


def _runes(runes: Mapping[str, Mapping[str, int]]) -> str:
    """Say which runes are on the board.

    Examples
    --------
    >>> _runes({"fury": {"ready": 1, "exhausted": 3}, "calm": {"ready": 0, "exhausted": 0}}), _runes({})
    ('Fury 1 ready and 3 exhausted', 'no runes')
    """
    said = []
    for domain, one in runes.items():
        if states := [f"{one[state]} {state}" for state in ("ready", "exhausted") if one[state]]:
            said.append(f"{domain.capitalize()} {' and '.join(states)}")
    return ", ".join(said) or "no runes"


def _left(printer: Printer, said: Said, names: Mapping[str, str]) -> None:
    left = said["left"]
    printer.head("What is left")
    rows = [("pool", words.units(left["pool"])), ("runes", _runes(left["runes"]))]
    tapped = set(left.get("exhausted", ()))
    for zone in SHOWN:
        if zone in left:
            shown = [names.get(one, one) + (" (exhausted)" if one in tapped else "") for one in left[zone]]
            rows.append((zone, "; ".join(shown) or "nothing"))
    if others := [names.get(one, one) for one in left.get("exhausted", ()) if one not in left.get("board", ())]:
        rows.append(("exhausted", "; ".join(others)))
    if "empowered" in left:
        told = [f"{names.get(one, one)}{f' {n} times' if n > 1 else ''}" for one, n in left["empowered"].items() if n]
        rows.append(("Empowered", "; ".join(told) or "nothing"))
    if "buffs" in left:
        rows.append(("buffs", "; ".join(f"{names.get(one, one)} {n}" for one, n in left["buffs"].items())))
    if "xp" in left:
        rows.append(("XP", str(left["xp"])))
    printer.pairs(rows)


def _not_played(said: Said) -> list[str]:
    """Name the plays left out; a card that a cost took is told so, and a play that cannot be made, with the reason."""
    gone = [(one["card"], one["how"]) for one in said["loses"] if one.get("how") in {"discard", "banish", "recycle"}]
    told = []
    for name in said["left_out"]:
        how = next((how for card, how in gone if card == name), "")
        stem = f"{NOT_PLAYED}{name}, as "
        if why := next((note.removeprefix(stem) for note in said["notes"] if note.startswith(stem)), ""):
            told.append(f"{name}: {why}")
            continue
        if how:
            gone.remove((name, how))
        told.append(f"{name} ({words.GONE[how]} to pay a cost)" if how else name)
    return told


def _kept(card: str, said: Said) -> str:
    """Say whether a card that was to be kept still can be played."""
    together = ", together with the others kept" if len(said["kept"]) > 1 else ""
    can = "can still be paid" if said["kept"][card] else "can no longer be paid"
    return f"{card} {can} on the opponents' turn from what is left then{together}"


def _goal_kept(one: Said, said: Said) -> str:
    """Say what became of a criterion that keeps something."""
    name = one["criterion"].partition(":")[2]
    if name != "hand" and one["value"] and name in {play["card"] for play in said["plays"]}:
        return f"{name} is played by this plan, so it is not kept"
    return words.level(one)


def _recycled(domains: Sequence[str]) -> list[str]:
    """Say what is recycled before the first play."""
    return [f"recycle 1 {domain.capitalize()} rune; it is exhausted first if it is ready" for domain in domains]


def _turns(printer: Printer, said: Said) -> None:
    """Print what goes beyond this turn."""
    number = len(said["runes"])
    heads = ["now", *(f"turn {turn}" for turn in range(1, number))]
    value = words.figure(said["value"])
    printer.head(f"Chance that each card is played on a turn ({value} of value by the end, expected)")
    rows = [
        (one["card"], str(one["value"]), *(words.per_cent(chance) for chance in one["chances"]))
        for one in said["cards"]
    ]
    rows.append(("runes after channeling, expected", "", *map(words.figure, said["runes"])))
    rows.append(("runes recycled then, expected", "", *map(words.figure, said["recycles"])))
    printer.table(["card", "value", *heads], rows)
    ahead = said["outlook"]
    printer.head("What the runes alone can give on each turn, expected: after this turn's recycles / without them")
    domains = [name for name in DOMAINS if any(name in one["power"] for one in ahead["without"])]
    rows = [
        (
            f"turn {one['turn']}",
            f"{one['energy']} / {other['energy']}",
            *(
                f"{words.figure(one['power'].get(name, 0))} / {words.figure(other['power'].get(name, 0))}"
                for name in domains
            ),
        )
        for one, other in zip(ahead["turns"], ahead["without"], strict=True)
    ]
    printer.table(["", "Energy", *(name.capitalize() for name in domains)], rows)
    printer.line("  (as if no rune were recycled on the turns between; each Power is one rune recycled on that turn)")
    printer.line(f"  rune debt: {ahead['debt']} Energy less over these turns")
    if said["not_seen"]:
        printer.head("Not looked at over several turns")
        printer.items([f"{one['name']}: {one['why']}" for one in said["not_seen"]])
