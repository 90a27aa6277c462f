"""Answers every instance that the arguments name, prints the answers, and gives the exit status (C23, C25)."""

from __future__ import annotations

import json as jsonlib
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runepay.cli.arguments import (
    ARGUMENTS,
    criteria,
    elections,
    on_option,
    planning,
    readings,
    written,
)
from runepay.cli.clean import clean
from runepay.cli.listing import Want, listed, named, ranked, show_list, show_top
from runepay.cli.naming import Names
from runepay.cli.options import Options
from runepay.cli.plays import may_be_made, plan_of
from runepay.cli.sources import STDIN, instances, is_file, of_options
from runepay.cli.turn import show_plan
from runepay.model import catalogue
from runepay.model.candidate import PlanAsk, RuneDeckGiven
from runepay.model.errors import InputError
from runepay.model.goals import Goal
from runepay.model.instance import Instance, is_rows
from runepay.model.notation.line import is_line, line_text
from runepay.model.objects import compile_objects
from runepay.model.rulebook import Ruleset

if TYPE_CHECKING:
    from runepay.answer import Answer
    from runepay.cli.render import Printer

OK, NO, INVALID, NO_ANSWER = 0, 1, 2, 3

_STATUS = {"payable": OK, "not payable": NO, "unknown": NO_ANSWER, "total": OK, "legal": OK, "illegal": NO}


def width() -> int | None:
    """Give the width of output that goes to no terminal: wide enough for every ordinary line."""
    import os  # noqa: PLC0415 - beside its use

    return None if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal() else 110


@dataclass(slots=True)
class Work:
    """One call of a command: how its output looks, and the highest exit status so far."""

    json: bool = False
    all_errors: bool = False
    seconds: float | None = None
    want: Want | None = None
    """What a list of payments looks like, for the command ``payments``."""
    top: int | None = None
    """How many of the best payments an answer shows."""
    line: bool = False
    """Whether a question is written in one line and not answered."""
    status: int = OK
    names: Names = field(default_factory=Names)
    """How the names of cards on the command line were read."""
    _printer: Printer | None = None

    @property
    def printer(self) -> Printer:
        """The printer for people."""
        if self._printer is None:
            from rich.console import Console  # noqa: PLC0415 - not for JSON

            from runepay.cli.render import Printer  # noqa: PLC0415 - the same

            self._printer = Printer(Console(width=width()))
        return self._printer

    def agrees(self, first: str, others: Mapping[str, object]) -> bool:
        """Refuse options that contradict one another; `first` is empty if that one is not given."""
        against = [name for name, value in others.items() if first and value]
        if against:
            self.invalid(InputError(f"this does not go with {first}", file=against[0]))
        return not against

    def knows(self, cards: Iterable[str]) -> bool:
        """Let every question know the caller's own cards; false if a file of them cannot be used."""
        from runepay.model.catalogue.own import use_all  # noqa: PLC0415 - most calls name none

        try:
            use_all(cards)
        except InputError as error:
            self.invalid(error)
            return False
        return True

    def answers(
        self, arguments: list[str], options: Options, *, save: str = "", force: bool = False, ask: str | None = None
    ) -> int:
        """Answer everything that is asked; ``ask`` overrides what files ask."""
        try:
            found, several = _asked(arguments, options, save, self.names)
        except InputError as error:
            self.invalid(error)
            return self.status
        first = True
        for one in found:
            if isinstance(one, InputError):
                self.invalid(one)
                continue
            if not self.json and not self.line and (several or one.file.startswith(f"{STDIN}:")):
                if not first:
                    self.printer.line()
                self.printer.line(": ".join(part for part in (shown(one), one.title) if part), "bold blue")
                first = False
            self._guarded(one, lambda instance: self._answer(instance, options, save, ask, force=force))
        alone = [argument for argument in arguments if not is_file(argument)]
        if len(alone) > 1 and ask is None and (options.runes or options.pool) and not self.json and not self.line:
            self.printer.line()
            self.printer.line("Each was answered with all of the runes; runepay plan pays for several together.", "dim")
        return self.status

    def _answer(self, instance: Instance, options: Options, save: str, ask: str | None, *, force: bool) -> None:
        asked = instance if instance.file == ARGUMENTS else overridden(instance, options)
        if ask not in {None, "plan"}:
            needs_play(instance)
        if save:
            _save(_to_save(asked, options, ask), save, force=force)
        if self.line:
            self._line(instance, line_text(_to_save(asked, options, ask)))
            return
        try:
            said, names = self._said(asked, ask or asked.ask)
        except InputError as error:
            raise blamed(error, instance, options) from None
        self.told(_STATUS.get(said["status"], NO if said.get("proof") == "infeasible" else OK))
        said = self.noted(said)
        if self.json:
            self.write({"file": shown(instance), **said})
        elif "count" in said:
            show_list(self.printer, said, names)
        elif "plays" in said:
            show_plan(self.printer, said)
        elif said["status"] == "total":
            self.printer.total(said)
        elif "violations" in said:
            self.printer.judged(said)
        else:
            self.printer.answer(said, names, asked.state.pool.model_dump(mode="json", by_alias=True))
            show_top(self.printer, said, names)
            self.hints(said, instance, options)

    def hints(self, said: Mapping[str, Any], instance: Instance, options: Options) -> None:
        """Say what the command line did not: with nothing given, nothing can be paid."""
        if instance.file != ARGUMENTS or said["status"] != "not payable":
            return
        if not options.runes and not options.pool:
            self.printer.line()
            self.printer.line('No runes were given; --runes "3 fury, 1 mind" says which you have.', "dim")
        if not options.hand and any("action:discard" in one["parts"] for one in said["reasons"]):
            self.printer.line()
            self.printer.line("No other card in hand was given; --hand CARD names one.", "dim")

    def _line(self, instance: Instance, line: str) -> None:
        for note in self.names.notes:
            print(clean(note), file=sys.stderr)  # noqa: T201 - the command line prints
        self.names.notes = []
        if self.json:
            self.write({"file": shown(instance), "line": line})
        else:
            sys.stdout.write(f"{line}\n")

    def noted(self, said: dict[str, Any]) -> dict[str, Any]:
        """Say first how names of cards were read otherwise than they are written; JSON has it among the notes."""
        notes, self.names.notes = self.names.notes, []
        if self.json:
            return {**said, "notes": [*notes, *said.get("notes", ())]} if notes else said
        for note in notes:
            self.printer.line(f"{note[0].upper()}{note[1:]}.", "dim")
        return said

    def _said(self, instance: Instance, ask: str) -> tuple[dict[str, Any], dict[str, str]]:
        """Answer one instance: the answer as JSON, and the names of its objects by id."""
        if ask == "payments" and self.want is not None:
            return listed(instance, self.want)
        said, names = answered(instance, ask, self.seconds)
        if self.top is not None and ask == "solve":
            said["top"] = ranked(instance, self.top, self.seconds)
        return said, names

    def plans(self, arguments: list[str], options: Options, *, save: str = "", force: bool = False) -> int:
        """Plan the turn of every file, or the one turn that cards and options describe."""
        cards = [argument for argument in arguments if not is_file(argument)]
        if len(cards) < len(arguments) and not cards:
            return self.answers(arguments, options, save=save, force=force, ask="plan")
        try:
            one = _turn(self.names.cards(cards), arguments, self.names.options(options), self.names)
        except InputError as error:
            self.invalid(error)
            return self.status
        self._guarded(one, lambda instance: self._answer(instance, options, save, "plan", force=force))
        return self.status

    def checks(self, paths: Iterable[str], *, verbose: bool = False) -> int:
        """Check every instance against what it expects."""
        counts = {"agrees": 0, "unlike": 0, "not checked": 0, "invalid": 0, "no answer": 0}
        for one in instances(paths, Options()):
            if isinstance(one, InputError):
                counts["invalid"] += 1
                self.invalid(one)
                continue
            if one.file == ARGUMENTS:
                counts["invalid"] += 1
                self.invalid(InputError("no such file or folder", file=one.title))
                continue
            self._guarded(one, lambda instance: self._check(instance, counts, verbose=verbose), counts)
        if not self.json:
            checked = counts["agrees"] + counts["unlike"]
            parts = [f"{counts['agrees']} of {checked} agree"]
            parts += [f"{counts[name]} {name}" for name in ("not checked", "invalid", "no answer") if counts[name]]
            self.printer.line("; ".join(parts), "bold red" if self.status else "bold green")
        return self.status

    def _check(self, instance: Instance, counts: dict[str, int], *, verbose: bool) -> None:
        from runepay.checking import check  # noqa: PLC0415 - imports the library

        result = check(instance, seconds=self.seconds)
        counts[result.status] += 1
        self.told({"unlike": NO, "no answer": NO_ANSWER}.get(result.status, OK))
        if self.json:
            self.write({"file": shown(instance), "status": result.status, "differences": list(result.differences)})
        elif result.differences:
            self.printer.line(f"{_named(instance)}: {result.status}", "bold red")
            self.printer.items(result.differences)
        elif verbose:
            self.printer.line(f"{_named(instance)}: {result.status}")

    def _guarded(
        self, instance: Instance, act: Callable[[Instance], None], counts: dict[str, int] | None = None
    ) -> None:
        """Do something with an instance; whatever goes wrong ends this instance only."""
        counts = counts if counts is not None else {"invalid": 0, "no answer": 0}
        try:
            act(instance)
        except InputError as error:
            counts["invalid"] += 1
            self.invalid(error if error.file else instance.located(error), instance)
        except (BrokenPipeError, KeyboardInterrupt):
            raise
        except Exception as error:  # noqa: BLE001 - an internal error is reported, and the next file is answered
            counts["no answer"] += 1
            self.internal(error, instance)

    def told(self, status: int) -> None:
        """Remember the highest exit status."""
        self.status = max(self.status, status)

    def write(self, said: Mapping[str, Any]) -> None:
        """Write one JSON object on one line."""
        sys.stdout.write(jsonlib.dumps(said, ensure_ascii=False) + "\n")
        sys.stdout.flush()

    def invalid(self, error: InputError, instance: Instance | None = None) -> None:
        """Report input that cannot be used."""
        self.told(INVALID)
        errors = [error, *error.others] if self.all_errors else [error]
        file = shown(instance) if instance is not None else _file_of(error)
        for one in errors:
            if one.file == STDIN:
                one.file = "-"
            print(clean(str(one)), file=sys.stderr)  # noqa: T201 - the command line prints
        if error.others and not self.all_errors:
            print(f"  ({len(error.others)} more; --all-errors shows them)", file=sys.stderr)  # noqa: T201 - the same
        if self.json:
            self.write({"file": file, "status": "invalid", "errors": [_error(one) for one in errors]})

    def internal(self, error: Exception, instance: Instance) -> None:
        """Report a fault of the product, with what a report needs."""
        self.told(NO_ANSWER)
        frames = traceback.extract_tb(error.__traceback__)
        where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
        what = f"{type(error).__name__}{where}: {error}"
        told = f"{_named(instance)}: internal error, {what}\nplease report it with this instance:\n{instance.text}"
        print(clean(told, lines=True), file=sys.stderr)  # noqa: T201 - the command line prints
        if self.json:
            self.write({"file": shown(instance), "status": "internal error", "error": what})


def _turn(cards: list[str], arguments: list[str], options: Options, names: Names) -> Instance:
    """Build the one turn that cards and options describe."""
    if len(cards) < len(arguments):
        raise InputError("name either files or cards", file="argument", found=cards[0])
    if not cards and not may_be_made(options):
        raise InputError("name a file, a folder, - or cards; --help shows the options", file="argument")
    return plan_of(cards, options, names)


def shown(instance: Instance) -> str:
    """Name the file of an answer; ``-`` is standard input, and nothing a question without a file."""
    return "" if instance.file == ARGUMENTS else _named(instance)


def _named(instance: Instance) -> str:
    name = instance.file
    return f"-{name.removeprefix(STDIN)}" if name.startswith(STDIN) else name


def _file_of(error: InputError) -> str:
    if error.file == STDIN:
        return f"-:{error.line}" if error.line else "-"
    return f"{error.file}:{error.line}" if is_rows(error.file) and error.line else error.file


def _error(error: InputError) -> dict[str, Any]:
    parts = {
        "message": error.message, "path": error.path, "line": error.line, "column": error.column,
        "found": error.found, "hint": error.hint,
    }  # fmt: skip
    return {key: value for key, value in parts.items() if value or (key == "found" and value is not None)}


def _asked(
    arguments: list[str], options: Options, save: str, names: Names
) -> tuple[Iterator[Instance | InputError], bool]:
    """Say what is asked, and whether it is more than one thing."""
    cards = [argument for argument in arguments if not is_file(argument)]
    given = options.about_a_card()
    _whole_names(cards)
    if not arguments:
        if options.cost is None:
            raise InputError("name a file, a folder, - or a card; --help shows the options", file="argument")
        return iter([of_options(names.options(options))]), False
    if given and not cards:
        raise InputError("this goes with the name of a card, not with a file", file=given[0])
    # Wrong words of options that reach files are one error, not one for each file.
    elections(options)
    _goal(options)
    _ruleset(options)
    several = len(arguments) > 1 or (not cards and _is_many(arguments[0]))
    if save and several:
        raise InputError("one instance is saved at a time", file="--save", found=save)
    return instances(arguments, names.options(options) if cards else options, names), several


def _is_many(argument: str) -> bool:
    return not is_line(argument) and (Path(argument).is_dir() or is_rows(argument))


def _whole_names(cards: list[str]) -> None:
    """Refuse an empty name, and the words of one name that the shell took apart."""
    if not all(card.strip() for card in cards):
        raise InputError("the name of a card or a file is expected", file="argument", found="")
    whole = catalogue.name_of(" ".join(cards)) if len(cards) > 1 else None
    if whole is not None:
        hint = f'a name of several words stands in quotes: "{whole}"'
        raise InputError("these are words of one name", file="argument", found=" ".join(cards), hint=hint)


def _goal(options: Options) -> None:
    try:
        Goal.of(criteria(options))
    except InputError as error:
        raise InputError(error.message, file="--goal", found=error.found, hint=error.hint) from None


def _ruleset(options: Options) -> None:
    try:
        Ruleset.of(options.ruleset or Ruleset().version, readings(options))
    except InputError as error:
        file = "--ruleset" if error.path == "ruleset" else "--option"
        raise InputError(error.message, file=file, found=error.found, hint=error.hint) from None


def overridden(instance: Instance, options: Options) -> Instance:
    """Put the elections, goal, ruleset and readings of the command line in place of the file's."""
    changes: dict[str, Any] = {}
    if options.elect:
        elect = {**instance.play.elect, **elections(options)}
        changes["play"] = instance.play.model_copy(update={"elect": elect})
    if options.goal:
        changes["goal"] = tuple(criteria(options))
    if said := planning(options):
        asked = instance.plan or PlanAsk()
        values = {**asked.values, **said.pop("values", {})}
        if "rune_deck" in said:
            said["rune_deck"] = RuneDeckGiven.model_validate(said["rune_deck"])
        changes["plan"] = asked.model_copy(update=said | {"values": values})
    if options.ruleset:
        changes["ruleset"] = options.ruleset
    if options.option:
        changes["options"] = {**instance.options, **readings(options)}
    return instance.model_copy(update=changes) if changes else instance


def needs_play(instance: Instance) -> None:
    """Refuse a file that asks for a plan and names no play, where a play is needed."""
    if instance.ask == "plan" and "play" not in instance.data:
        message = "this file asks for a 'plan' and names no play; runepay plan and runepay solve answer it"
        raise InputError(message, path="ask")


def blamed(error: InputError, instance: Instance, options: Options) -> InputError:
    """Say whose words are at fault: an option's, or the file's."""
    if instance.file == ARGUMENTS:
        return on_option(error, instance.data.get("plan", {}).get("plays", ()))
    elected = elections(options)
    if error.path.startswith("play.elect") and (error.found in elected or error.path[len("play.elect.") :] in elected):
        return InputError(error.message, file="--elect", found=error.found, hint=error.hint)
    return instance.located(error)


def _to_save(instance: Instance, options: Options, ask: str | None) -> dict[str, Any]:
    """Give the question as it was asked: with the command's kind of question and what options override."""
    data: dict[str, Any] = dict(instance.data)
    if ask is not None and ask != instance.ask:
        named: dict[str, Any] = {key: data.pop(key) for key in ("$schema", "runepay", "title") if key in data}
        data = {**named, **data, "ask": ask} if "ask" in data else {**named, "ask": ask, **data}
    if instance.file != ARGUMENTS:
        if options.elect:
            play = dict(data["play"])
            data["play"] = play | {"elect": {**play.get("elect", {}), **elections(options)}}
        if options.goal:
            data["goal"] = criteria(options)
        if said := planning(options):
            data["plan"] = {**data.get("plan", {}), **said}
        if options.ruleset:
            data["ruleset"] = options.ruleset
        if options.option:
            data["options"] = {**data.get("options", {}), **readings(options)}
    return data


def _save(data: dict[str, Any], save: str, *, force: bool) -> None:
    try:
        with Path(save).open("w" if force else "x", encoding="utf-8") as stream:
            stream.write(written(data))
    except FileExistsError:
        raise InputError(f"{save} exists already; --force overwrites it", file="--save") from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(f"the file cannot be written: {why}", file="--save", found=save) from None


def answered(instance: Instance, ask: str, seconds: float | None = None) -> tuple[dict[str, Any], dict[str, str]]:
    """Answer one instance: the answer as JSON, and the names of its objects by id."""
    if ask != "solve":
        from runepay.checking import answer_json  # noqa: PLC0415 - imports the library

        return answer_json(instance, ask, seconds=seconds), {}
    from runepay.api import solve  # noqa: PLC0415 - the same

    answer = solve(instance.state, instance.play, instance.goal, ruleset=instance.rules, seconds=seconds)
    return answer.to_json(), names_of(answer)


def names_of(answer: Answer) -> dict[str, str]:
    """Name objects for people, those of the state before the play included."""
    objects = list(answer.question.objects)
    for done in answer.before:
        # What was killed before the play is in its question no more.
        there = {one.id for one in objects}
        objects += [one for one in compile_objects(done.state, answer.question.ruleset) if one.id not in there]
    return named(objects)


def print_schema(*, engine: bool = False) -> None:
    """Print the JSON Schema of instance files, or of the engine's messages."""
    if engine:
        from runepay.engine.schema import schema  # noqa: PLC0415 - only here
    else:
        from runepay.model.schema import schema  # noqa: PLC0415 - only here
    sys.stdout.write(jsonlib.dumps(schema(), indent=2, ensure_ascii=False) + "\n")


def print_versions() -> None:
    """Print the versions of product, format, ruleset and catalogue."""
    from runepay.answer import versions  # noqa: PLC0415 - only here

    said = versions(Ruleset.of())
    sys.stdout.write(" ".join(f"{name} {value}" for name, value in said.items()) + "\n")
