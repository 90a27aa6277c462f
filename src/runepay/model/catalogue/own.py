"""A caller's own catalogue: a file of cards that the built-in one does not have yet (``runepay cards import``).

The file is JSON: ``{"runepay-cards": 1, "cards": [{"name": ..., "type": ..., "cost": ...}]}``. A card has the fields of
``CardFields`` and those that find it (``number``, ``zh``, ``aka``, ``also_numbered``). A card whose name the catalogue
has already is left out, unless it says ``"override": true``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import Field, ValidationError

from runepay.model.base import Record
from runepay.model.card import CardFields
from runepay.model.catalogue.reader import add
from runepay.model.errors import InputError
from runepay.model.filters import Words
from runepay.model.instance import read_bytes
from runepay.model.invalid import first_of, shown, validation_faults
from runepay.model.jsontext import loads

FORMAT: Final = 1
"""Version of the format."""

ENVIRONMENT: Final = "RUNEPAY_CARDS"
"""Variable that names such files, several of them as paths are listed on the system."""


class OwnCard(CardFields):
    """One card of a caller's own file."""

    name: str
    number: str | None = None
    zh: str | None = None
    aka: Words = ()
    also_numbered: Words = ()
    override: bool = False
    """It takes the place of the catalogue's card of that name."""
    unread: bool = False
    """Its text may speak of costs and was not read; answers about it say so."""


class OwnCards(Record):
    """A caller's own file of cards."""

    format: Literal[1] = Field(alias="runepay-cards")
    """Version of the format."""
    source: str = ""
    """Where the cards come from."""
    cards: tuple[OwnCard, ...]


def parse_own(text: str, file: str = "<text>") -> tuple[dict[str, Any], ...]:
    """Read and check the cards of a file's text.

    Raises
    ------
    InputError
        What is wrong with file, line, column and field.

    Examples
    --------
    >>> parse_own('{"runepay-cards": 1, "cards": [{"name": "Mine", "cost": {"energy": 2}}]}')[0]["name"]
    'Mine'
    """
    try:
        data = loads(text)
    except InputError as error:
        error.file = file
        raise
    if not isinstance(data, dict):
        raise InputError("a catalogue is a JSON object", file=file, found=shown(data), line=1, column=1)
    try:
        OwnCards.model_validate(data)
    except ValidationError as error:
        raise first_of(validation_faults(error, OwnCards, data, text, file)) from None
    return tuple(data["cards"])


def read_own(path: str | Path) -> tuple[dict[str, Any], ...]:
    """Read and check the cards of a file."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("the file is not UTF-8 text", file=str(path)) from None
    return parse_own(text, str(path))


def use_all(paths: Iterable[str]) -> None:
    """Let every question know the cards of several files: those that the environment names, then these.

    Raises
    ------
    InputError
        A file cannot be used.
    """
    listed = os.environ.get(ENVIRONMENT, "")
    for path in [*(part for part in listed.split(os.pathsep) if part), *paths]:
        use(path)


def use(path: str | Path) -> tuple[str, ...]:
    """Let every question know the cards of a file.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
        Names of the cards that were left out, since the catalogue has them.

    Raises
    ------
    InputError
        The file cannot be used.
    """
    return add(read_own(path))
