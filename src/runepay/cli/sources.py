"""Finds the instances that arguments name: files, folders, standard input, or a card with options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from runepay.cli.arguments import build, ids
from runepay.cli.naming import Names
from runepay.cli.options import Options
from runepay.model.errors import InputError
from runepay.model.files import STDIN, rows_of
from runepay.model.instance import FILES, Instance, Row
from runepay.model.notation.line import is_line, read_line

__all__ = ["STDIN", "instances", "is_file", "of_options"]

LINE = "<notation>"
"""What stands for a file's name where a problem is given in one line."""

_PATHS = ("./", "../", "/", "~/", ".\\", "..\\")

Found = Instance | InputError


def is_file(argument: str) -> bool:
    """Tell a file from a card.

    A file is an existing path, ``-``, or a name that ends in ``.json`` or ``.jsonl`` or begins as only paths do; so is
    a problem in one line, which holds what a file holds.

    Examples
    --------
    >>> is_file("mine.json"), is_file("./mine"), is_file("Brazen Buccaneer"), is_file("-"), is_file("")
    (True, True, False, True, False)
    """
    if not argument:
        return False
    if argument == "-" or is_line(argument) or argument.endswith(FILES) or argument.startswith(_PATHS):
        return True
    try:
        return Path(argument).exists()
    except (OSError, ValueError):
        # A name that no file can have, such as a very long one.
        return False


def instances(arguments: Iterable[str], options: Options, names: Names | None = None) -> Iterator[Found]:
    """Give the instance of every argument in order; one that cannot be used is given as its error.

    What `names` reads otherwise than it is written is noted there; the names in the options are read already.
    """
    for argument in arguments:
        if is_line(argument):
            yield _of_line(argument)
        elif is_file(argument):
            for row in rows_of(argument):
                yield row.parsed() if isinstance(row, Row) else row
        else:
            yield _of_card(argument, options, names or Names())


def _of_line(text: str) -> Found:
    try:
        return read_line(text, LINE)
    except InputError as error:
        error.file = LINE
        return error


def _of_card(card: str | None, options: Options, names: Names) -> Found:
    try:
        its_id = card is not None and options.ability is not None and card in ids(options)
        return build(names.card(card, options) if card is not None and not its_id else card, options)
    except InputError as error:
        return error


def of_options(options: Options) -> Found:
    """Give the instance that the options alone describe: a card of one's own, by its ``--cost``."""
    return _of_card(None, options, Names())
