# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#       jupytext_version: 1.19.6
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Many situations at once: two questions
#
# Sample situations like those of real games, answer them in a batch, and ask the table. Everything here is small, so
# that it runs in a minute; the same with more instances is `runepay sample` and `runepay batch`, see `docs/batch.md`.

# %%
import matplotlib.pyplot as plt
import polars as pl

from runepay import analysis
from runepay.model import catalogue

# %% [markdown]
# ## The batch
#
# 1,500 situations on the payer's turns 1 to 8, from decks of all pairs of domains. Each asks for one card of the hand.
# `answers` gives the table that `runepay batch` writes, as a polars frame: one row an instance.

# %%
plan = analysis.Plan(seed=2026, turns=(1, 8), boards=(0, 4))
table = analysis.sampled(analysis.answers(analysis.sample(plan, 1500)))
table.select("turn", "deck", "card", "status", "owed", "elected", "payment", "reasons").head(5)

# %% [markdown]
# ## Question 1: on which turn is a card payable, and what is missing if it is not?
#
# The printed cost is the first entry of `stages`. Two runes are channelled a turn, and some have been recycled or
# exhausted before.

# %%
printed = table.with_columns(
    pl.col("stages").str.extract(r"^1 .*? \+(\d+) \+\d+").cast(pl.Int64).alias("printed")
).with_columns(
    pl.when(pl.col("printed") <= 2).then(pl.lit("0 to 2 Energy"))
    .when(pl.col("printed") <= 4).then(pl.lit("3 or 4 Energy"))
    .when(pl.col("printed") <= 6).then(pl.lit("5 or 6 Energy"))
    .otherwise(pl.lit("7 Energy and more")).alias("price")
)  # fmt: skip
shares = analysis.payable_by_turn(printed, "price")
shares.pivot("price", index="turn", values="share").sort("turn")

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
for price, rows in shares.group_by("price", maintain_order=True):
    left.plot(rows["turn"], rows["share"], marker="o", label=price[0])
left.set(title="How often a card is payable", xlabel="the payer's turn", ylabel="share", ylim=(0, 1.05))
left.legend()

missing = (
    printed.filter(pl.col("status").eq("not payable"))
    .group_by("turn", "codes").len().sort("turn")
    .pivot("codes", index="turn", values="len").fill_null(0)
)  # fmt: skip
codes = [name for name in ("energy", "power", "energy power") if name in missing.columns]
below = pl.Series([0] * missing.height)
for name in codes:
    right.bar(missing["turn"], missing[name], bottom=below, label={"energy power": "both"}.get(name, name.capitalize()))
    below += missing[name]
right.set(title="What is missing if it is not", xlabel="the payer's turn", ylabel="cards")
right.legend()
plt.show()

# %% [markdown]
# Energy is what stops most cards, and on the early turns. Power alone stops few of them: a rune that was exhausted for
# Energy can still be recycled for Power, so in most situations Power comes at the price of runes and not of the play.

# %% [markdown]
# ## Question 2: on which turn can one afford an optional cost, and what does it take?
#
# Accelerate and Repeat buy something for the game, so `thrifty` never takes them for the payment's sake. But when could
# one? The same situations are asked twice, with the cost elected and without.

# %%
drawn = analysis.sample(analysis.Plan(seed=7, rulings=True, turns=(1, 8)), 6000)
optional = {
    name: keyword
    for name in catalogue.names()
    for keyword in ("accelerate", "repeat")
    if keyword in [one.keyword for one in catalogue.find(name).keywords]
}
asked = [one for one in drawn if one["play"]["card"] in optional]


def decided(one: dict, elected: bool) -> dict:
    play = one["play"]
    return {**one, "play": {**play, "elect": {optional[play["card"]]: elected}}}


without, with_it = (
    analysis.sampled(analysis.answers([decided(one, elected) for one in asked])) for elected in (False, True)
)
kind = pl.col("card").replace_strict(optional, default=None).alias("keyword")
both = without.with_columns(kind).join(with_it.select("row", "status", "recycles", "energy"), on="row", suffix="_with")
afford = (
    both.group_by("keyword", "turn")
    .agg(
        pl.len().alias("asked"),
        pl.col("status").eq("payable").mean().alias("without"),
        pl.col("status_with").eq("payable").mean().alias("with"),
        (pl.col("recycles_with") - pl.col("recycles")).mean().alias("more runes recycled"),
    )
    .sort("keyword", "turn")
)
# Who can pay for more can pay for less.
assert (afford["with"] <= afford["without"]).all()  # noqa: S101 - a notebook may be sure of something
afford.head(16)

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
for (keyword,), rows in afford.group_by("keyword", maintain_order=True):
    (line,) = left.plot(rows["turn"], rows["with"], marker="o", label=f"with {keyword.capitalize()}")
    left.plot(rows["turn"], rows["without"], linestyle="--", color=line.get_color(), label="the same cards without")
    right.plot(rows["turn"], rows["more runes recycled"], marker="o", label=keyword.capitalize())
left.set(title="How often the card is payable", xlabel="the payer's turn", ylabel="share", ylim=(0, 1.05))
left.legend()
right.set(title="Runes recycled for the optional cost", xlabel="the payer's turn", ylabel="runes, mean")
right.legend()
plt.show()

# %% [markdown]
# Accelerate takes a pip, which costs a rune in most situations; Repeat is mostly Energy. `analysis.modifiers(table)`
# says of every clause that acted what it added or took off:

# %%
analysis.modifiers(table).filter(pl.col("stage").gt(2)).sort("times", descending=True).head(8)
