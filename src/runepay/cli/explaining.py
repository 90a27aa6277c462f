"""The command ``explain``: asks for explanations and prints them, the answer first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runepay.cli import words
from runepay.cli.arguments import ARGUMENTS, readings
from runepay.cli.options import Options
from runepay.cli.render import cited
from runepay.cli.sources import is_file
from runepay.cli.words import Said
from runepay.cli.work import Work, blamed, names_of, needs_play, overridden, shown
from runepay.model.errors import InputError
from runepay.model.instance import Instance
from runepay.model.rulebook import DEFAULT_RULESET

if TYPE_CHECKING:
    from runepay.explain import Explanation
    from runepay.model.payment import Payment
    from runepay.referee import HandPayment


@dataclass(slots=True)
class Explaining(Work):
    """One call of the command."""

    payment: str = ""
    front: str = ""
    changes: bool = False
    plot: str = ""
    brief: bool = False
    """Whether how a payment goes, and what the rules say, is left out."""

    def explains(self, items: list[str], options: Options) -> int:
        """Explain everything that is asked, and give the exit status (C23)."""
        if self.plot and not self.front:
            self.invalid(InputError("this goes with --front", file="--plot"))
            return self.status
        asks = self.payment or self.front or self.changes or options.elect
        if items and not asks and not any(map(is_file, items)) and not options.about_a_card():
            for place, item in enumerate(items):
                self._card(item, options, first=place == 0)
            return self.status
        return self.answers(items, options)

    def _card(self, called: str, options: Options, *, first: bool) -> None:
        from runepay.explain import explain_card  # noqa: PLC0415 - importing costs

        try:
            ruleset = options.ruleset or DEFAULT_RULESET
            said = explain_card(self.names.read(called), ruleset=ruleset, options=readings(options)).to_json()
        except InputError as error:
            error.file = error.file or "argument"
            self.invalid(error)
            return
        if not self.json and not first:
            self.printer.line()
        said = self.noted(said)
        if self.json:
            self.write({"file": "", **said})
            return
        printer = self.printer
        printer.line(said["answer"], "bold")
        if said["printed"]:
            printer.line(said["printed"], "dim")
        if len(said["ways"]) > 1:
            printer.head("What may be elected")
            printer.items(said["ways"])
        for head, lines in said["words"].items():
            printer.head(head)
            printer.items(lines)
        self._procedure(said)
        self._rules(said)

    def _answer(self, instance: Instance, options: Options, save: str, ask: str | None, *, force: bool) -> None:
        """Explain one instance, in place of answering it."""
        del save, ask, force
        from runepay.explain import explain  # noqa: PLC0415 - importing costs

        needs_play(instance)
        asked = instance if instance.file == ARGUMENTS else overridden(instance, options)
        try:
            found = explain(
                asked.state, asked.play, asked.goal, payment=self._proposed(asked), ruleset=asked.rules,
                seconds=self.seconds,
            )  # fmt: skip
            pair = self._pair()
            said = found.to_json(pair=pair, changes=self.changes or self.json)
        except InputError as error:
            raise blamed(error, instance, options) from None
        if said["status"] == "unknown":
            self.told(3)
        said = self.noted(said)
        if self.json:
            self.write({"file": shown(instance), **said})
        else:
            self._explained(said, names_of(found.result), asked.state.pool.model_dump(mode="json", by_alias=True))
            self.hints(said, instance, options)
        if self.plot and pair is not None:
            # After the answer, which must not be lost if the picture cannot be drawn.
            self._drawn(found, pair)

    def _proposed(self, instance: Instance) -> Payment | HandPayment | str | None:
        from runepay.referee import parse_payment  # noqa: PLC0415 - importing costs

        if self.payment:
            return self.payment
        if instance.payment is None or isinstance(instance.payment, str):
            return instance.payment
        return parse_payment(instance.payment)

    def _pair(self) -> tuple[str, str] | None:
        if not self.front:
            return None
        names = [name.strip() for name in self.front.split(",")]
        if len(names) != 2:
            raise InputError("two criteria are named, such as recycles,losses", file="--front", found=self.front)
        return names[0], names[1]

    def _drawn(self, found: Explanation, pair: tuple[str, str]) -> None:
        from runepay.plot import save_front  # noqa: PLC0415 - an extra

        try:
            save_front(found.front(*pair), pair, self.plot)
        except ImportError:
            raise InputError("drawing needs the extra 'plot': pip install 'runepay[plot]'", file="--plot") from None
        except (OSError, ValueError) as error:
            raise InputError(f"the picture cannot be written: {error}", file="--plot", found=self.plot) from None

    # ------------------------------------------------------------ printing

    def _explained(self, said: Said, names: Mapping[str, str], pool: Said) -> None:
        printer = self.printer
        solved = said["solved"]
        style = {"payable": "bold green", "not payable": "bold red"}.get(said["status"], "bold yellow")
        printer.line(said["answer"], style)
        if said["better"] is not None:
            self._better(said["better"])
        if said["reasons"]:
            printer.head("Why not" if len(said["reasons"]) == 1 else "Why not: each alone is enough")
            printer.reasons(said["reasons"])
        if said["repair"]:
            printer.head("What would be enough")
            printer.items([one["text"] for one in said["repair"]])
        if said["variants"]:
            printer.head("Payable")
            printer.items([f"{one['text']}: {words.cost(one['owed'])}{_losing(one)}" for one in said["variants"]])
        if said["mistakes"]:
            printer.head("Common mistakes here")
            printer.items([cited(one) for one in said["mistakes"]])
        printer.details(solved, names, pool)
        self._changes(said)
        self._front(said)
        self._procedure(said)
        self._rules(said)

    def _better(self, verdict: Said) -> None:
        printer = self.printer
        printer.line(f"The payment proposed: {verdict['text']}", "bold green" if verdict["best"] else "bold yellow")
        if verdict["instead"]:
            printer.line(f"  {verdict['instead']}")
        if len(verdict["violations"]) > 1:
            printer.items([f"{one['message']} ({one['rule']})" for one in verdict["violations"]])

    def _changes(self, said: Said) -> None:
        if not said["changes"]:
            return
        self.printer.head("What would change it")
        idle = [one["what"].capitalize() for one in said["changes"] if one["kind"] == "rune" and _idle(one)]
        lines = [one["text"] for one in said["changes"] if not (one["kind"] == "rune" and _idle(one))]
        if idle:
            domains = words.listed(idle, "or")
            lines.append(f"with 1 more ready rune of {domains} you lose, recycle, exhaust and spend just as much")
        self.printer.items(lines)

    def _front(self, said: Said) -> None:
        if said["front"] is None:
            return
        first, second = said["front"]["criteria"]
        self.printer.head(f"Between {first} and {second}: none is better in one without being worse in the other")
        points: Sequence[Any] = said["front"]["points"]
        self.printer.table((first, second), [(str(one[first]), str(one[second])) for one in points])

    def _procedure(self, said: Said) -> None:
        if self.brief:
            return
        self.printer.head("How it goes")
        self.printer.items([cited(one) for one in said["procedure"]])

    def _rules(self, said: Said) -> None:
        if self.brief:
            return
        self.printer.head(f"Rules, Core Rules {said['versions']['ruleset']}")
        self.printer.table(("rule", "what it says"), list(said["rules"].items()))


def _idle(one: Said) -> bool:
    return not one["criterion"] and one["status"] in {"payable", "not payable"} and "it is payable" not in one["text"]


def _losing(one: Said) -> str:
    lost = [words.lost(each) for each in one["loses"]]
    return f", losing {words.listed(lost)}" if lost else ""
