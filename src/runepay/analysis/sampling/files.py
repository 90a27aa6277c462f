"""Writes sampled instances: one file of many lines, or a folder of files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from runepay.batch.writing import opened, whole
from runepay.model.errors import InputError

LINES: Final = (".jsonl", ".jsonl.gz", ".jsonl.zst")
Json = dict[str, Any]


def write(instances: Iterable[Json], out: Path, *, force: bool = False) -> int:
    """Write instances to a file of many lines by its ending, or else to a folder, one file each; give their number.

    Raises
    ------
    InputError
        The file or folder is there already, or cannot be written.
    """
    if out.exists() and not force:
        raise InputError(f"{out} exists already; --force overwrites it", file="--out")
    try:
        return _lines(instances, out) if out.name.endswith(LINES) else _folder(instances, out)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(f"the file cannot be written: {why}", file=str(out)) from None


def _lines(instances: Iterable[Json], out: Path) -> int:
    ending = next(one for one in sorted(LINES, key=len, reverse=True) if out.name.endswith(one))
    with whole(out) as made, opened(made, ending) as stream:
        number = 0
        for one in instances:
            stream.write(json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
            number += 1
    return number


def _folder(instances: Iterable[Json], out: Path) -> int:
    if out.suffix:
        message = f"a sample is a folder, or a file that ends in {', '.join(LINES)}"
        raise InputError(message, file="--out", found=out.name)
    out.mkdir(parents=True, exist_ok=True)
    number = 0
    for number, one in enumerate(instances, start=1):
        text = json.dumps({"runepay": 1, **one}, ensure_ascii=False, indent=2) + "\n"
        (out / f"{number:06}.json").write_text(text, encoding="utf-8")
    return number


def answered(instances: Iterable[Json]) -> Iterator[Json]:
    """Give each instance with what it is answered today as its ``expect``: status, what is owed, the goal's values.

    Such an expectation proves nothing by itself; it shows when an answer changes.
    """
    from runepay import api  # noqa: PLC0415 - only here
    from runepay.answer import owed_json  # noqa: PLC0415 - the same
    from runepay.model.instance import parse  # noqa: PLC0415 - the same

    for one in instances:
        read = parse(json.dumps(one))
        found = api.solve(read.state, read.play, read.goal, ruleset=read.rules)
        owed = owed_json(found.owed, found.question.ruleset)
        owed["actions"] = [f"{action['do']} {action['number']}" for action in owed["actions"]]
        expect: Json = {"status": found.status, "owed": owed}
        if found.payment is not None:
            expect["elected"] = found.elected
            expect["goal"] = [
                {"criterion": name, "value": value} for name, value in zip(found.criteria, found.values, strict=True)
            ]
        yield one | {"expect": expect}
