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
# %% [markdown]
# # A deck and its runes
#
# How well do the twelve runes of a deck pay its cards, which split of them pays most, and what does a rune cost that is
# recycled? Every figure is exact: all orders of the rune deck are counted.

# %%
from pathlib import Path

import matplotlib.pyplot as plt

from runepay.deck import ask, read
from runepay.solver.debt import RuneDeck, debt, lost, outlook

home = Path("instances") if Path("instances").is_dir() else Path("../instances")
deck = read(home / "decks" / "fury-mind.txt")
answer = ask(deck)
print(f"{deck.title}: {float(answer.score):.2%} on curve; best {dict(answer.best[0])} with {float(answer.best[1]):.2%}")

# %% [markdown]
# ## Payable chance by split
#
# The mean chance on curve over all cards, for every split of the legend's two domains; going second, one rune more is
# channeled on turn 1.

# %%
fig, ax = plt.subplots(figsize=(7.5, 3.4), layout="constrained")
for second, label, colour in ((False, "going first", "#3b6ea5"), (True, "going second", "#b5533c")):
    score = dict(ask(deck, second=second).splits)
    order = sorted(score)
    ax.plot([dict(one)["fury"] for one in order], [100 * float(score[one]) for one in order], "o-", color=colour,
            label=label)  # fmt: skip
ax.set(xlabel="Fury runes of twelve, the others are Mind", ylabel="payable on curve, %", xticks=range(13))
ax.legend(frameon=False)
ax.spines[["top", "right"]].set_visible(False)
plt.show()

# %% [markdown]
# ## Which cards are weak
#
# The cards with pips, turn by turn, with the runes of the list.

# %%
shown = [one for one in answer.cards if any(pips for _, pips in one.priced.prices)]
fig, ax = plt.subplots(figsize=(7.5, 0.34 * len(shown) + 1.2), layout="constrained")
grid = [[100 * float(chance) for chance in one.chances] for one in shown]
ax.imshow(grid, cmap="Blues", vmin=0, vmax=240, aspect="auto")
for row, one in enumerate(shown):
    for turn, chance in enumerate(one.chances):
        bold = "bold" if one.curve == turn + 1 else "normal"
        ax.text(turn, row, f"{100 * float(chance):.0f}", ha="center", va="center", fontsize=8, fontweight=bold)
ax.set_xticks(range(answer.turns), [f"turn {turn}" for turn in range(1, answer.turns + 1)])
ax.set_yticks(range(len(shown)), [one.card for one in shown], fontsize=8)
ax.set_title("payable, %; on curve in bold", fontsize=9)
plt.show()

# %% [markdown]
# ## Rune debt over turns
#
# A recycled rune goes under the rune deck. Left: the Energy that two recycled runes take from each later turn, by the
# runes in the deck at that moment. Right: the sum over the whole game, by the runes recycled.

# %%
fig, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
for m in (10, 8, 6, 4, 2, 0):
    left.plot(range(1, 8), [lost(m, 2, 2 * turn) for turn in range(1, 8)], "o-", label=f"{m} in the deck")
left.set(xlabel="turns later", ylabel="Energy lost", yticks=range(3), title="two runes recycled")
left.legend(frameon=False, fontsize=8)
for r in range(1, 5):
    right.plot(range(0, 11, 2), [debt(m, r) for m in range(0, 11, 2)], "o-", label=f"{r} recycled")
right.set(xlabel="runes in the deck", ylabel="Energy lost in all", title="rune debt of the game")
right.legend(frameon=False, fontsize=8)
for ax in (left, right):
    ax.spines[["top", "right"]].set_visible(False)
plt.show()

# %% [markdown]
# ## The turns to come
#
# Turn 2 with four runes: two Fury runes are recycled, or not. The order of the rune deck is unknown, so Power is an
# expected value; Energy is certain.

# %%
runes = RuneDeck.of_split(deck.runes, seen={"fury": 3, "mind": 1})
ahead = outlook({"fury": 3, "mind": 1}, runes, ["fury", "fury"], turns=6)
turns = range(1, 7)
fig, axes = plt.subplots(1, 3, figsize=(9, 2.8), layout="constrained", sharey=True)
for ax, title, value in (
    (axes[0], "Energy", lambda turn: turn.energy),
    (axes[1], "Fury Power", lambda turn: float(turn.power("fury"))),
    (axes[2], "Mind Power", lambda turn: float(turn.power("mind"))),
):
    ax.plot(turns, [value(one) for one in ahead.without], "o--", color="#999999", label="nothing recycled")
    ax.plot(turns, [value(one) for one in ahead.turns], "o-", color="#3b6ea5", label="two Fury recycled")
    ax.set(title=title, xlabel="turns later")
    ax.spines[["top", "right"]].set_visible(False)
axes[0].legend(frameon=False, fontsize=8)
plt.show()
print(f"lost turn by turn {ahead.lost}, in all {ahead.debt} Energy")
