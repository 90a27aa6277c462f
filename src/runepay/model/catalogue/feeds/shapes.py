"""The shapes of public card lists: which field says what. They are data, so that a new list is a new entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Raw = Mapping[str, Any]
Paths = tuple[str, ...]
"""Where a value may stand: dotted paths; ``[]`` goes through a list. The first that is there counts."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind of list.

    Attributes
    ----------
    name
        What it is called.
    marks
        Fields that every row has; they tell the shape.
    number, name_, subtitle, before, type, supertype, domains, energy, power, might, tags, texts, code
        Where these stand. ``before`` is a name that stands before the card's own (a legend's champion), ``code``
        the code or name of the set.
    variant
        Fields that are true (or not empty) for another picture of the same card.
    listed
        Where the list itself names keywords; compared with the text, never believed.
    unused
        Fields that are known and not used.
    exact
        Those of the texts that tell own pips from any.
    """

    name: str
    marks: frozenset[str]
    number: Paths
    name_: Paths = ("name",)
    subtitle: Paths = ()
    before: Paths = ()
    type: Paths = ("type",)
    supertype: Paths = ()
    domains: Paths = ()
    energy: Paths = ()
    power: Paths = ()
    might: Paths = ()
    tags: Paths = ()
    texts: Paths = ()
    code: Paths = ()
    variant: Paths = ()
    listed: Paths = ()
    unused: frozenset[str] = field(default_factory=frozenset)
    exact: Paths = ()

    def used(self) -> set[str]:
        """List the paths that are read."""
        named = (
            self.number, self.name_, self.subtitle, self.before, self.type, self.supertype, self.domains, self.energy,
            self.power, self.might, self.tags, self.texts, self.code, self.variant, self.listed,
        )  # fmt: skip
        return {path for paths in named for path in paths}

    def unknown(self, raw: Raw) -> Iterator[str]:
        """Name the fields of a row that the shape does not know."""
        known = {path.replace("[]", "") for path in self.used()} | self.unused
        yield from _unknown(raw, "", known)


def _unknown(value: object, path: str, known: set[str]) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            here = f"{path}.{name}" if path else str(name)
            if here in known or any(here.startswith(f"{one}.") for one in known):
                continue
            if any(one.startswith(f"{here}.") for one in known):
                yield from _unknown(inner, here, known)
            else:
                yield here
    elif isinstance(value, list):
        for one in value:
            yield from _unknown(one, path, known)


def values(raw: object, path: str) -> list[Any]:
    """Give what stands at a path, through lists where it says ``[]``.

    Examples
    --------
    >>> values({"domain": {"values": [{"label": "Mind"}, {"label": "Body"}]}}, "domain.values[].label")
    ['Mind', 'Body']
    >>> values({"a": None}, "a.b"), values({"a": {"b": 0}}, "a.b")
    ([], [0])
    """
    found: list[Any] = [raw]
    for part in path.split("."):
        name, through = part.removesuffix("[]"), part.endswith("[]")
        found = [one[name] for one in found if isinstance(one, Mapping) and one.get(name) is not None]
        if through:
            found = [inner for one in found if isinstance(one, list) for inner in one]
    return found


_PICTURE: Final = frozenset(
    {"media", "orientation", "art", "rarity", "flavorText", "images", "image", "url", "thumbnail"}
)

SHAPES: Final[tuple[Shape, ...]] = (
    Shape(
        "Riot content API",
        frozenset({"collectorNumber", "faction", "stats"}),
        number=("id", "collectorNumber"),
        domains=("faction",),
        energy=("stats.energy",),
        power=("stats.power",),
        might=("stats.might",),
        tags=("tags[]",),
        texts=("description",),
        code=("set",),
        listed=("keywords[]",),
        # The older field for the Energy; where the two differ, the newer one counts.
        unused=_PICTURE | {"stats.cost"},
    ),
    Shape(
        "card gallery page",
        frozenset({"publicCode", "cardType"}),
        number=("publicCode", "id"),
        subtitle=("subtitle",),
        type=("cardType.type[].label",),
        supertype=("cardType.superType[].label",),
        domains=("domain.values[].label",),
        energy=("energy.value.label",),
        power=("power.value.label",),
        might=("might.value.label",),
        tags=("tags.tags[]", "tags[].label"),
        texts=("cardImage.accessibilityText", "text.richText.body"),
        exact=("cardImage.accessibilityText",),
        code=("set.value.id",),
        unused=_PICTURE
        | {
            "id",
            "collectorNumber",
            "set",
            "cardImage",
            "illustrator",
            "flavor",
            "domain",
            "energy",
            "power",
            "might",
            "cardType",
            "text",
            "effect",
            "mightBonus",
        },
    ),
    Shape(
        "Riftcodex",
        frozenset({"riftbound_id", "attributes", "classification"}),
        number=("riftbound_id",),
        type=("classification.type",),
        supertype=("classification.supertype",),
        domains=("classification.domain[]",),
        energy=("attributes.energy",),
        power=("attributes.power",),
        might=("attributes.might",),
        tags=("tags[]",),
        texts=("media.accessibility_text", "text.rich"),
        exact=("media.accessibility_text",),
        code=("set.set_id",),
        variant=("metadata.alternate_art", "metadata.overnumbered", "metadata.signature"),
        unused=_PICTURE
        | {"id", "tcgplayer_id", "collector_number", "classification.rarity", "text", "set", "metadata", "new"},
    ),
    Shape(
        "apitcg",
        frozenset({"cardType", "energyCost", "powerCost"}),
        number=("number", "code"),
        type=("cardType",),
        domains=("domain",),
        energy=("energyCost",),
        power=("powerCost",),
        might=("might",),
        texts=("description",),
        code=("set.id", "set.name"),
        unused=_PICTURE | {"id", "cleanName", "set", "tcgplayer", "presaleInfo", "modifiedOn"},
    ),
    Shape(
        "Piltover Archive",
        frozenset({"variantNumber", "colors"}),
        number=("variantNumber",),
        supertype=("super",),
        domains=("colors[].name", "colors[]"),
        energy=("energy",),
        power=("power",),
        might=("might",),
        tags=("tags[].name", "tags[]"),
        texts=("description",),
        unused=_PICTURE
        | {
            "id",
            "card",
            "variants",
            "releaseDate",
            "banEffectiveDate",
            "set",
            "setId",
            "imageUrl",
            "artist",
            "prefix",
            "variantType",
            "variantLabel",
            "flavor",
            "cardId",
        },
    ),
    Shape(
        "RiftScribe",
        frozenset({"set_id", "collector_number", "stats"}),
        number=("id", "collector_number"),
        domains=("domains[]", "faction"),
        energy=("stats.energy",),
        power=("stats.power",),
        might=("stats.might",),
        code=("set_id",),
        variant=("variant",),
        unused=_PICTURE | {"is_banned", "faction", "images"},
    ),
    Shape(
        "Chinese card list",
        frozenset({"cardNo", "returnEnergy"}),
        number=("cardNo",),
        name_=("cardName",),
        subtitle=("subTitle",),
        before=("hero",),
        type=("cardCategoryList[]", "cardCategory"),
        domains=("cardColorList[]",),
        energy=("energy",),
        # Here "power" is Might, and the Power cost is called otherwise.
        power=("returnEnergy",),
        might=("power",),
        tags=("region", "tag"),
        texts=("errata", "cardEffect"),
        unused=_PICTURE
        | {
            "id",
            "cardCategoryName",
            "extendType",
            "extendTypeName",
            "artist",
            "productCodeList",
            "productNameList",
            "cardQaList",
            "craftLevel",
            "rarityName",
            "extendRarity",
            "extendRarityName",
            "frontImage",
            "backImage",
            "listSort",
            "status",
            "cardGroupLimit",
            "isPreview",
            "cardCategory",
            "cardCategoryList",
            "cardCategoryNameList",
        },
    ),
)
"""Every shape that is known, in the order in which they are tried."""


def flattened(raw: Raw) -> Raw:
    """Bring a row of the Piltover interface, which nests the card in its printing, into the form of its exports."""
    card = raw.get("card")
    if "variantNumber" in raw and isinstance(card, Mapping):
        return {**{name: value for name, value in raw.items() if name != "card"}, **card, "id": raw.get("id")}
    return raw


def rows_of(data: object) -> tuple[Shape, list[Any]] | None:
    """Find the rows of a list and its shape, however deep they lie; what is no object among them stays as it is.

    Examples
    --------
    >>> rows_of({"cards": [{"cardNo": "XXX-001", "returnEnergy": 1}]})[0].name
    'Chinese card list'
    >>> rows_of([1, 2]) is None
    True
    """
    lists = list(_lists(data, 0))
    for shape in SHAPES:
        found = [rows for rows in lists if any(isinstance(row, Mapping) and shape.marks <= set(row) for row in rows)]
        if found:
            return shape, [row for rows in found for row in rows]
    return None


def _lists(value: object, depth: int) -> Iterator[list[Any]]:
    """Give every list that holds objects, the outer ones first."""
    if depth > 12:
        return
    if isinstance(value, list):
        if any(isinstance(one, Mapping) for one in value):
            yield [flattened(one) if isinstance(one, Mapping) else one for one in value]
        for one in value:
            yield from _lists(one, depth + 1)
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _lists(one, depth + 1)
