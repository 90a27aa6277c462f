"""STATUS.md tells of every ruling where it stands, and names exactly the files that are there."""

from __future__ import annotations

import re
from pathlib import Path

from runepay.api import load

FOLDER = Path(__file__).resolve().parents[2] / "instances" / "rulings"
STANDINGS = re.compile(
    r"whole|in part; the rest (waits for|is outside: )|waits for the (catalogue|payment|hand) issue|outside: "
)


def _rows() -> dict[str, tuple[list[str], str]]:
    """Read the table: by ruling, the names of its files and its standing."""
    rows: dict[str, tuple[list[str], str]] = {}
    for line in (FOLDER / "STATUS.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith(("| RB-", "| HB-")):
            continue
        ruling, about, files, standing = cells
        assert about
        assert ruling not in rows
        names = [] if files == "-" else files.split(", ")
        rows[ruling] = ([name if name.startswith(ruling) else ruling + name for name in names], standing)
    return rows


def test_every_ruling_has_its_line() -> None:
    """All rulings stand in the table, each with a known standing; the counts above the table are right."""
    rows = _rows()
    assert len(rows) == 151
    for ruling, (files, standing) in rows.items():
        assert STANDINGS.match(standing), ruling
        assert bool(files) == standing.startswith(("whole", "in part")), ruling
    said = re.search(
        r"(\d+) are instances whole, (\d+) in part, (\d+) wait, (\d+) lie outside",
        (FOLDER / "STATUS.md").read_text(encoding="utf-8"),
    )
    assert said is not None
    starts = ("whole", "in part", "waits", "outside")
    counted = [sum(standing.startswith(word) for _, standing in rows.values()) for word in starts]
    assert [int(number) for number in said.groups()] == counted


def test_the_table_and_the_folder_name_the_same_files() -> None:
    """No file without a line, no line without its file."""
    named = [name for files, _ in _rows().values() for name in files]
    assert sorted(named) == sorted(path.stem for path in FOLDER.glob("*.json"))


def test_a_file_bears_the_number_of_its_ruling() -> None:
    """The title of a file begins with the ruling that the table gives it to."""
    for ruling, (files, _) in _rows().items():
        for name in files:
            assert load(FOLDER / f"{name}.json").title.startswith(f"{ruling}: ")
