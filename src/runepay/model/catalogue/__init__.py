"""The card catalogue: printed facts and cost clauses of every known card, by name (rules 129, 131, 206).

Nothing is read at import. The first question reads the data files, and a card is checked when it is first
asked for.
"""

from __future__ import annotations

from runepay.model.catalogue.reader import VERSION, edition, find, name_of, names, record, sets, waiting

__all__ = ["VERSION", "edition", "find", "name_of", "names", "record", "sets", "waiting"]
