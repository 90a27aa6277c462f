"""The commands and their options. What they do stands in ``work``; this module is quick to import."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand
from typer.models import OptionInfo

from runepay.cli.options import Options

app = typer.Typer(
    name="runepay",
    help="What a Riftbound card costs, stage by stage, and a payment for it that is legal and provably best.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _text(help_: str, *names: str, metavar: str = "TEXT", default: str | bool = False) -> OptionInfo:
    """Describe an option that takes words."""
    made: OptionInfo = typer.Option(*names, help=help_, metavar=metavar, show_default=default)
    return made


class Careful(TyperCommand):
    """A command that refuses an option given twice where only the last one would count."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer's own context
        """Read the arguments as every command does, after looking for such options."""
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for one in given:
            single = one.param_type_name == "option" and not (getattr(one, "multiple", 0) or getattr(one, "is_flag", 0))
            if single and given.count(one) > 1:
                raise typer.BadParameter("given more than once", ctx=ctx, param_hint=f"'{one.opts[0]}'")
        return super().parse_args(ctx, args)


def _joined(words: Sequence[str] | None) -> str:
    """Join what an option says each time that it is given."""
    return ", ".join(words or ())


Words = list[str] | None
Items = Annotated[
    Words,
    typer.Argument(
        metavar="FILE... | CARD",
        help="Instance files, folders of them, - for standard input, or rp1~...; anything else is the name of a card.",
        show_default=False,
    ),
]
Runes = Annotated[Words, _text('Your runes, ready unless said otherwise: "3 fury, 1 fury exhausted".')]
Pool = Annotated[Words, _text('What floats: "1 universal, 2 energy, 2 energy for spell".')]
Hand = Annotated[Words, _text("A card in your hand; repeat it for more.", metavar="CARD")]
Board = Annotated[
    Words,
    _text('An object of yours on the board: "Seal of Rage", "2 Gold", "Pouty Poro exhausted".', metavar="CARD"),
]
Trash = Annotated[Words, _text("A card in your trash; repeat it for more.", metavar="CARD")]
Champion = Annotated[Words, _text("A card in your Champion Zone; repeat it for more.", metavar="CARD")]
Facedown = Annotated[Words, _text("A card of yours that is hidden already; repeat it for more.", metavar="CARD")]
Battlefield = Annotated[Words, _text("A battlefield that you control; repeat it for more.", metavar="CARD")]
Enemy = Annotated[Words, _text("An object of an opponent on the board; repeat it for more.", metavar="CARD")]
Legend = Annotated[str, _text("Your legend.", metavar="CARD")]
Xp = Annotated[int | None, typer.Option(help="Your XP.", metavar="N", show_default=False)]
Cost = Annotated[
    str | None,
    _text('Cost of a card of your own, or another cost for a printed one: "3 fury fury any" is 3 Energy, 3 pips.'),
]
Type = Annotated[Words, _text("Type of the card: unit, spell or gear.", "--type")]
Domains = Annotated[Words, _text('Domains of the card: "fury, order".')]
Keywords = Annotated[Words, _text("A keyword of the card, such as accelerate; repeat it for more.", "--keyword")]
Targets = Annotated[
    Words,
    _text("A chosen object, by id or name; repeat it for more; 'none' for no target.", "--target", metavar="ID"),
]
Ability = Annotated[
    str | None,
    _text(
        "Pay for this ability of CARD, which stands on --board or is your --legend or --battlefield: equip, empower, "
        "or its id as runepay cards CARD gives it; triggers and what a spell asks for as well.",
        metavar="NAME",
    ),
]
Hide = Annotated[bool, typer.Option("--hide", help="Hide the card in place of playing it.")]
Origin = Annotated[
    str,
    _text(
        "Zone the card is played from: hand, champion, facedown, trash, banished, deck.",
        "--from",
        metavar="ZONE",
        default="hand",
    ),
]
To = Annotated[
    str, _text("Where it is played to: base, or a battlefield of --battlefield, by id or name.", metavar="PLACE")
]
Facts = Annotated[
    Words, _text("Facts about the turn: cards_played=1, showdown.", "--fact", metavar="NAME=VALUE")
]
Elect = Annotated[Words, _text("Decisions: NAME, NAME=false or NAME=N.", metavar="NAME")]
Goals = Annotated[
    Words,
    _text(
        "What matters more than thrifty, in order: most-ready, keep-domain:fury, rune-debt:2, spend-at-least:energy:4; "
        "or after what is lost for good: keep:NAME, keep-on-their-turn:NAME, keep:hand, keep-universal.",
        "--goal",
        metavar="WORDS",
    ),
]
Rules = Annotated[str, _text("Version of the rules.", "--ruleset", metavar="VERSION", default="1.4")]
Readings = Annotated[Words, _text("Readings where the rules allow several.", "--option", metavar="NAME=READING")]
Save = Annotated[str, _text("Write the instance to this file, which must be new.", metavar="FILE")]
Force = Annotated[bool, typer.Option("--force", help="Let --save overwrite a file.")]
Cards = Annotated[Words, _text("A file of cards of your own; repeat it for more.", metavar="FILE")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a result on standard output.")]
AllErrors = Annotated[bool, typer.Option("--all-errors", help="Every error of a file, not the first only.")]
Proposed = Annotated[
    str, _text("A payment to be judged, in the notation that solve prints: '~3r.R'.", "--payment", metavar="NOTATION")
]
Front = Annotated[str, _text("Payments between two criteria, such as recycles,losses.", "--front", metavar="A,B")]
Changes = Annotated[
    bool, typer.Option("--changes", help="What one more rune, each election and each order of discounts changes.")
]
Plot = Annotated[str, _text("With --front: draw it into this file (extra 'plot').", "--plot", metavar="FILE")]
Limit = Annotated[
    float | None,
    typer.Option("--time-limit", help="Seconds for one question.", min=0.001, metavar="SECONDS", show_default=False),
]


Top = Annotated[
    int | None,
    typer.Option("--top", help="The best so many payments, in order.", min=1, metavar="K", show_default=False),
]


@app.callback(invoke_without_command=True)
def _start(
    version: Annotated[bool, typer.Option("--version", help="Print the versions and leave.")] = False,
) -> None:
    if version:
        from runepay.cli.work import print_versions  # noqa: PLC0415 - only when asked for

        print_versions()
        raise typer.Exit


@app.command(cls=Careful)
def solve(  # noqa: PLR0913, PLR0917 - one parameter an option
    items: Items = None, runes: Runes = None, pool: Pool = None, hand: Hand = None, board: Board = None,
    trash: Trash = None, champion: Champion = None, facedown: Facedown = None, battlefield: Battlefield = None,
    enemy: Enemy = None, legend: Legend = "", xp: Xp = None, ability: Ability = None, hide: Hide = False,
    cost: Cost = None, type_: Type = None, domains: Domains = None, keyword: Keywords = None, target: Targets = None,
    origin: Origin = "", to: To = "", fact: Facts = None, elect: Elect = None, goal: Goals = None, ruleset: Rules = "",
    option: Readings = None, cards: Cards = None, save: Save = "", force: Force = False, json: Json = False,
    all_errors: AllErrors = False, time_limit: Limit = None, top: Top = None,
    line: Annotated[bool, typer.Option("--line", help="Write each question in one line; answer nothing.")] = False,
) -> None:  # fmt: skip
    """Find the best payment, or say why there is none.

    Exit status: 0 payable, 1 not payable, 2 invalid input, 3 no answer; of several questions the highest.
    Where the rules leave open whether it is payable, the answer is "undetermined"; its exit status is that of the
    reading which holds unless --option names another.
    """
    from runepay.cli.work import Work  # noqa: PLC0415 - only when something is asked

    options = Options(
        runes=_joined(runes), pool=_joined(pool), hand=tuple(hand or ()), board=tuple(board or ()),
        trash=tuple(trash or ()), champion=tuple(champion or ()), facedown=tuple(facedown or ()),
        battlefield=tuple(battlefield or ()), enemy=tuple(enemy or ()), legend=legend, xp=xp, ability=ability,
        hide=hide, cost=cost, type=_joined(type_),
        domains=_joined(domains), keyword=tuple(keyword or ()), target=tuple(target or ()), origin=origin, to=to,
        fact=tuple(fact or ()),
        elect=tuple(elect or ()), goal=tuple(goal or ()), ruleset=ruleset, option=tuple(option or ()),
    )  # fmt: skip
    work = Work(json=json, all_errors=all_errors, seconds=time_limit, top=top, line=line)
    if not work.knows(cards or ()):
        raise typer.Exit(work.status)
    raise typer.Exit(work.answers(items or [], options, save=save, force=force))


@app.command(cls=Careful)
def payments(  # noqa: PLR0913, PLR0917 - one parameter an option
    items: Items = None, runes: Runes = None, pool: Pool = None, hand: Hand = None, board: Board = None,
    trash: Trash = None, champion: Champion = None, facedown: Facedown = None, battlefield: Battlefield = None,
    enemy: Enemy = None, legend: Legend = "", xp: Xp = None, ability: Ability = None, hide: Hide = False,
    cost: Cost = None, type_: Type = None, domains: Domains = None, keyword: Keywords = None, target: Targets = None,
    origin: Origin = "", to: To = "", fact: Facts = None, elect: Elect = None, goal: Goals = None, ruleset: Rules = "",
    option: Readings = None, cards: Cards = None, save: Save = "", force: Force = False, json: Json = False,
    all_errors: AllErrors = False,
    count: Annotated[bool, typer.Option("--count", help="Only say how many there are.")] = False,
    pareto: Annotated[bool, typer.Option("--pareto", help="Only those that no other one beats.")] = False,
    top: Top = None,
    at_most: Annotated[
        int | None, typer.Option("--at-most", help="Stop after so many.", min=0, metavar="N", show_default=False)
    ] = None,
    order: Annotated[bool, typer.Option("--order", help="Orders of recycling count as well.")] = False,
    fixed: Annotated[bool, typer.Option("--fixed", help="Elect only what is decided already, nothing else.")] = False,
    limit: Annotated[
        float | None,
        typer.Option("--limit", help="Milliseconds for one list.", min=0.001, metavar="MS", show_default=False),
    ] = None,
) -> None:  # fmt: skip
    """List every legal payment once; equal objects are one.

    Exit status: 0 there is one, 1 there is none, 2 invalid input, 3 time ran out before one was found.
    """
    from runepay.cli.listing import Want  # noqa: PLC0415 - only when something is asked
    from runepay.cli.work import Work  # noqa: PLC0415 - as above

    options = Options(
        runes=_joined(runes), pool=_joined(pool), hand=tuple(hand or ()), board=tuple(board or ()),
        trash=tuple(trash or ()), champion=tuple(champion or ()), facedown=tuple(facedown or ()),
        battlefield=tuple(battlefield or ()), enemy=tuple(enemy or ()), legend=legend, xp=xp, ability=ability,
        hide=hide, cost=cost, type=_joined(type_),
        domains=_joined(domains), keyword=tuple(keyword or ()), target=tuple(target or ()), origin=origin, to=to,
        fact=tuple(fact or ()),
        elect=tuple(elect or ()), goal=tuple(goal or ()), ruleset=ruleset, option=tuple(option or ()),
    )  # fmt: skip
    want = Want(count=count, pareto=pareto, top=top, at_most=at_most, order=order, fixed=fixed, milliseconds=limit)
    work = Work(json=json, all_errors=all_errors, want=want)
    if not work.agrees(
        "--top" if top is not None else "",
        {
            "--count": count,
            "--pareto": pareto,
            "--at-most": at_most is not None,
            "--order": order,
        },
    ) or not work.knows(cards or ()):
        raise typer.Exit(work.status)
    raise typer.Exit(work.answers(items or [], options, save=save, force=force, ask="payments"))


@app.command(cls=Careful)
def total(  # noqa: PLR0913, PLR0917 - one parameter an option
    items: Items = None, hand: Hand = None, board: Board = None, trash: Trash = None, champion: Champion = None,
    facedown: Facedown = None, battlefield: Battlefield = None, enemy: Enemy = None, legend: Legend = "",
    xp: Xp = None, runes: Runes = None, pool: Pool = None, ability: Ability = None, hide: Hide = False,
    cost: Cost = None, type_: Type = None, domains: Domains = None, keyword: Keywords = None, target: Targets = None,
    origin: Origin = "", to: To = "", fact: Facts = None, elect: Elect = None, ruleset: Rules = "",
    option: Readings = None, cards: Cards = None, save: Save = "", force: Force = False, json: Json = False,
    all_errors: AllErrors = False,
) -> None:  # fmt: skip
    """Say what a card costs, stage by stage; no runes needed."""
    from runepay.cli.work import Work  # noqa: PLC0415 - only when something is asked

    options = Options(
        runes=_joined(runes), pool=_joined(pool), hand=tuple(hand or ()), board=tuple(board or ()),
        trash=tuple(trash or ()), champion=tuple(champion or ()), facedown=tuple(facedown or ()),
        battlefield=tuple(battlefield or ()), enemy=tuple(enemy or ()), legend=legend, xp=xp, ability=ability,
        hide=hide, cost=cost, type=_joined(type_),
        domains=_joined(domains), keyword=tuple(keyword or ()), target=tuple(target or ()), origin=origin, to=to,
        fact=tuple(fact or ()),
        elect=tuple(elect or ()), ruleset=ruleset, option=tuple(option or ()),
    )  # fmt: skip
    work = Work(json=json, all_errors=all_errors)
    if not work.knows(cards or ()):
        raise typer.Exit(work.status)
    raise typer.Exit(work.answers(items or [], options, save=save, force=force, ask="total"))


@app.command(cls=Careful)
def explain(  # noqa: PLR0913, PLR0917 - one parameter an option
    items: Items = None, runes: Runes = None, pool: Pool = None, hand: Hand = None, board: Board = None,
    trash: Trash = None, champion: Champion = None, facedown: Facedown = None, battlefield: Battlefield = None,
    enemy: Enemy = None, legend: Legend = "", xp: Xp = None, ability: Ability = None, hide: Hide = False,
    cost: Cost = None, type_: Type = None, domains: Domains = None, keyword: Keywords = None, target: Targets = None,
    origin: Origin = "", to: To = "", fact: Facts = None, elect: Elect = None, goal: Goals = None, ruleset: Rules = "",
    option: Readings = None, cards: Cards = None, json: Json = False, all_errors: AllErrors = False,
    time_limit: Limit = None, payment: Proposed = "", front: Front = "", changes: Changes = False, plot: Plot = "",
    brief: Annotated[
        bool, typer.Option("--brief", help="Leave out how a payment goes and what the rules say, which change little.")
    ] = False,
) -> None:  # fmt: skip
    """Say why not, what would help, and what is better.

    With --payment it judges a payment and says what to do instead; a card alone is told with what it costs when.
    Exit status: 0 answered, 2 invalid input, 3 no answer.
    """
    from runepay.cli.explaining import Explaining  # noqa: PLC0415 - only when something is asked

    options = Options(
        runes=_joined(runes), pool=_joined(pool), hand=tuple(hand or ()), board=tuple(board or ()),
        trash=tuple(trash or ()), champion=tuple(champion or ()), facedown=tuple(facedown or ()),
        battlefield=tuple(battlefield or ()), enemy=tuple(enemy or ()), legend=legend, xp=xp, ability=ability,
        hide=hide, cost=cost, type=_joined(type_),
        domains=_joined(domains), keyword=tuple(keyword or ()), target=tuple(target or ()), origin=origin, to=to,
        fact=tuple(fact or ()),
        elect=tuple(elect or ()), goal=tuple(goal or ()), ruleset=ruleset, option=tuple(option or ()),
    )  # fmt: skip
    work = Explaining(
        json=json, all_errors=all_errors, seconds=time_limit, payment=payment, front=front, changes=changes, plot=plot,
        brief=brief,
    )  # fmt: skip
    if not work.knows(cards or ()):
        raise typer.Exit(work.status)
    raise typer.Exit(work.explains(items or [], options))


@app.command(cls=Careful)
def check(  # noqa: PLR0913, PLR0917 - one parameter an option
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Instance files or folders of them.")],
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name the files that agree as well.")] = False,
    cards: Cards = None, json: Json = False, all_errors: AllErrors = False, time_limit: Limit = None,
) -> None:  # fmt: skip
    """Compare instance files with the answers they expect.

    Exit status: 0 all agree, 1 some do not, 2 invalid input, 3 no answer; the highest counts.
    """
    from runepay.cli.work import Work  # noqa: PLC0415 - only when something is asked

    work = Work(json=json, all_errors=all_errors, seconds=time_limit)
    if not work.knows(cards or ()):
        raise typer.Exit(work.status)
    raise typer.Exit(work.checks(paths, verbose=verbose))


@app.command(cls=Careful)
def plan(  # noqa: PLR0913, PLR0917 - one parameter an option
    items: Annotated[
        Words,
        typer.Argument(
            metavar="FILE... | CARD...",
            help="Instance files or folders of them; or the cards that may be played.",
            show_default=False,
        ),
    ] = None,
    mode: Annotated[
        str,
        _text("best (the plays worth most), all (every play, as cheaply as possible) or most.", default="best",
              metavar="MODE"),
    ] = "",
    keep: Annotated[
        Words,
        _text("A card that must stay payable on the opponents' turn; repeat it for more.", "--keep-on-their-turn",
              metavar="CARD"),
    ] = None,
    value: Annotated[
        Words, _text("What playing a card is worth: CARD=N; repeat it for more.", metavar="CARD=N")
    ] = None,
    turns: Annotated[
        int, typer.Option("--turns", help="Look so many turns ahead.", min=0, max=11, metavar="N", show_default=False)
    ] = 0,
    next_: Annotated[
        Words,
        _text("With --turns: cards that come on turn 1, 2, ...: repeat it; A + B for two, - for none.", "--next",
              metavar="CARD"),
    ] = None,
    rune_deck: Annotated[
        str,
        _text('With --turns: "4 fury, 3 calm" in unknown order, "fury calm fury" from the top, or both with ; between.',
              metavar="RUNES"),
    ] = "",
    ability: Annotated[
        Words,
        _text('An ability that may be used: "Long Sword: equip", or the card if it has one; repeat it for more.',
              metavar="CARD: NAME"),
    ] = None,
    hide: Annotated[
        Words, _text("A card that may be hidden in place of being played; repeat it for more.", metavar="CARD")
    ] = None,
    runes: Runes = None, pool: Pool = None, hand: Hand = None, board: Board = None, trash: Trash = None,
    champion: Champion = None, facedown: Facedown = None, battlefield: Battlefield = None,
    enemy: Enemy = None, legend: Legend = "", xp: Xp = None, fact: Facts = None, goal: Goals = None,
    ruleset: Rules = "", option: Readings = None, cards: Cards = None, save: Save = "", force: Force = False,
    json: Json = False, all_errors: AllErrors = False, time_limit: Limit = None,
) -> None:  # fmt: skip
    """Find the best turn: what to play, and how to pay.

    Cards named with --hand, --champion or --facedown may be played as well as those named first.
    Exit status: 0 there is a plan, 1 what was asked for cannot all be done, 2 invalid input, 3 no answer.
    """
    from runepay.cli.work import Work  # noqa: PLC0415 - only when something is asked

    options = Options(
        runes=_joined(runes), pool=_joined(pool), hand=tuple(hand or ()), board=tuple(board or ()),
        trash=tuple(trash or ()), champion=tuple(champion or ()), facedown=tuple(facedown or ()),
        battlefield=tuple(battlefield or ()), enemy=tuple(enemy or ()), legend=legend, xp=xp, fact=tuple(fact or ()),
        goal=tuple(goal or ()), ruleset=ruleset, option=tuple(option or ()), mode=mode, keep=tuple(keep or ()),
        abilities=tuple(ability or ()), hides=tuple(hide or ()),
        value=tuple(value or ()), turns=turns, next=tuple(next_ or ()), rune_deck=rune_deck,
    )  # fmt: skip
    work = Work(json=json, all_errors=all_errors, seconds=time_limit)
    if not work.knows(cards or ()):
        raise typer.Exit(work.status)
    raise typer.Exit(work.plans(items or [], options, save=save, force=force))


@app.command("cards", cls=Careful)
def cards_(  # noqa: PLR0913, PLR0917 - one parameter an option
    items: Annotated[
        Words,
        typer.Argument(
            metavar="CARD... | import FILE...",
            help="Cards to show, by any name or number; or public card lists to import.",
            show_default=False,
        ),
    ] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Count what of the cards' text is modelled.")] = False,
    only: Annotated[str, _text("One set only, by its code.", "--set", metavar="CODE")] = "",
    out: Annotated[str, _text("With import: write the cards to this file.", metavar="FILE")] = "",
    cards: Cards = None, json: Json = False,
) -> None:  # fmt: skip
    """Show cards in plain words, sets, coverage; import card lists.

    Exit status: 0 answered, 2 invalid input.
    """
    from runepay.cli.cards import Asked, run  # noqa: PLC0415 - only when something is asked

    asked = Asked(items=items or (), coverage=coverage, only=only, out=out, json=json, cards=cards or ())
    raise typer.Exit(run(asked))


@app.command(cls=Careful)
def deck(  # noqa: PLR0913, PLR0917 - one parameter an option
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Deck lists as plain text; or -, see below.")],
    split: Annotated[
        str | None, _text("The twelve runes: '7 fury, 5 chaos', or 7-5; left out, those of the list.")
    ] = None,
    second: Annotated[bool, typer.Option("--second", help="You go second: one rune more on turn 1.")] = False,
    turns: Annotated[int, typer.Option("--turns", help="Turns to show.", min=1, max=12, metavar="N")] = 6,
    below: Annotated[
        float, typer.Option("--below", help="Cards less payable than this are weak.", min=0, max=1, metavar="CHANCE")
    ] = 0.8,
    line: Annotated[
        Words, _text("The cards of turn 1, 2, ...: repeat it; A + B on one turn, - for none.", metavar="CARD")
    ] = None,
    ruleset: Rules = "", option: Readings = None, cards: Cards = None, json: Json = False,
    all_errors: AllErrors = False,
) -> None:  # fmt: skip
    """Say how well a deck's runes pay its cards.

    A list is what deck sites export, "3 Brazen Buccaneer" a line, with or without sections; - is standard input.
    The chances are exact, and the best split of the twelve runes is found.

    Exit status: 0 answered, 2 invalid input.
    """
    from runepay.cli.deck import Asked, run  # noqa: PLC0415 - only when something is asked

    asked = Asked(
        files=files, split=split, second=second, turns=turns, below=below, line=line or (), ruleset=ruleset,
        option=tuple(option or ()),
        json=json, all_errors=all_errors, cards=cards or (),
    )  # fmt: skip
    raise typer.Exit(run(asked))


@app.command(cls=Careful)
def schema(
    engine: Annotated[bool, typer.Option("--engine", help="The messages of the engine instead.")] = False,
) -> None:
    """Print the JSON Schema of instance files, for editors."""
    from runepay.cli.work import print_schema  # noqa: PLC0415 - only when asked for

    print_schema(engine=engine)


@app.command(cls=Careful)
def engine(cards: Cards = None) -> None:
    """Answer a program that plays, in JSON lines.

    They come from standard input and go to standard output; docs/engine.md and "runepay schema --engine" say what
    they are. The engine ends when its input ends or a client says quit.

    Exit status: 0 ended, 2 a file of --cards cannot be used.
    """
    import sys  # noqa: PLC0415 - beside its use

    from runepay.cli.work import Work  # noqa: PLC0415 - only when asked for

    work = Work()
    if not work.knows(cards or ()):
        raise typer.Exit(work.status)
    from runepay.engine.loop import Engine  # noqa: PLC0415 - only when asked for

    made = Engine(sys.stdin.buffer, sys.stdout.buffer)
    going = made.run()
    if made.stuck:
        import os  # noqa: PLC0415 - beside its use

        sys.stdout.flush()
        # What that thread does cannot be ended in an orderly way.
        os._exit(0)
    if not going:
        from runepay.cli import leave  # noqa: PLC0415 - the module that imports this one

        leave(0)


@app.command(cls=Careful)
def batch(  # noqa: PLR0913, PLR0917 - one parameter an option
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Instance files, folders, patterns, or - for standard input."),
    ],
    out: Annotated[
        str,
        _text("The table: .parquet, .jsonl or .csv; the last two also with .gz or .zst.", metavar="FILE"),
    ],
    resume: Annotated[bool, typer.Option("--resume", help="Go on where a run to this file was broken off.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite what is there, and begin anew.")] = False,
    workers: Annotated[
        int | None,
        typer.Option(help="Processes; 0 works in this one. Left out: one a core.", min=0, metavar="N",
                     show_default=False),
    ] = None,
    scheduler: Annotated[str, _text("Let a Dask cluster work: the address of its scheduler.", metavar="ADDRESS")] = "",
    goal: Goals = None, ruleset: Rules = "", option: Readings = None, cards: Cards = None, time_limit: Limit = None,
    timing: Annotated[
        bool, typer.Option("--timing/--no-timing", help="Say how long each answer took.", show_default=False)
    ] = True,
) -> None:  # fmt: skip
    """Answer many instances into one table, a row each.

    Exit status: 0 when every row is written, whatever the rows say; 2 if the table cannot be written.
    """
    from runepay.cli.batch import Asked, run  # noqa: PLC0415 - only when something is asked

    asked = Asked(
        paths=paths, out=out, resume=resume, force=force, workers=workers, scheduler=scheduler, seconds=time_limit,
        goal=goal or (), ruleset=ruleset, options=option or (), cards=cards or (), timing=timing,
    )  # fmt: skip
    raise typer.Exit(run(asked))


@app.command(cls=Careful)
def sample(  # noqa: PLR0913, PLR0917 - one parameter an option
    out: Annotated[str, _text("A file that ends in .jsonl, .jsonl.gz or .jsonl.zst, or a new folder.", metavar="FILE")],
    number: Annotated[int, typer.Option("--number", "-n", help="How many instances.", metavar="N")] = 100,
    seed: Annotated[int, typer.Option(help="Decides everything that is drawn.", metavar="N")] = 1,
    first: Annotated[int, typer.Option(help="Begin with the instance of this place.", min=1, metavar="N")] = 1,
    deck: Annotated[Words, _text("Two domains: fury-mind; repeat it for more.", metavar="DOMAINS")] = None,
    turn: Annotated[str, _text("The payer's turn, or a range.", metavar="N-N", default="1-8")] = "1-8",
    board: Annotated[str, _text("Objects on the payer's board, or a range.", metavar="N-N", default="0-6")] = "0-6",
    plain: Annotated[bool, typer.Option("--plain", help="Printed costs, runes and pool only.")] = False,
    rulings: Annotated[bool, typer.Option("--rulings", help="More cards that speak of costs.")] = False,
    answers: Annotated[bool, typer.Option("--answers", help="With today's answers as what is expected.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite what is there.")] = False,
) -> None:  # fmt: skip
    """Write random instances like those of real games.

    The same seed gives the same ones.

    Exit status: 0 written, 2 invalid input.
    """
    from runepay.cli.batch import Drawn, draw  # noqa: PLC0415 - only when something is asked

    drawn = Drawn(
        out=out, number=number, seed=seed, first=first, decks=deck or (), turn=turn, board=board, plain=plain,
        rulings=rulings, answers=answers, force=force,
    )  # fmt: skip
    raise typer.Exit(draw(drawn))
