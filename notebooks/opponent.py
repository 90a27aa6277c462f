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
# # What good paying is worth
#
# Two opponents play the same games. Both draw the same cards, both channel two runes a turn from the same rune deck,
# and both play the dearest card that they can pay, until nothing in hand can be paid any more. They differ in one
# thing: one pays in the first way that is legal, the other in the way that runepay proves best.
#
# The deck has cards of two domains that ask for much Power, and Seals. What cards do is not simulated: only what they
# cost. The code is `examples/opponent.py`.

# %%
import sys

import matplotlib.pyplot as plt
import polars as pl
from IPython.display import display

sys.path.insert(0, "../examples")

from opponent import DECK, RUNES, compare

print(RUNES, sum(DECK.values()), "cards")

# %% [markdown]
# ## The table
#
# *Worth* is the printed Energy and Power of all cards played in ten turns. A rune that is recycled goes under the rune
# deck and has to be channelled again, so recycling less leaves more runes on the board.

# %%
made = compare(games=200)
table = pl.DataFrame(
    {
        "how it pays": [row.name for row in made.rows],
        "worth played": [round(row.worth, 2) for row in made.rows],
        "cards played": [round(row.cards, 2) for row in made.rows],
        "runes recycled": [round(row.recycled, 2) for row in made.rows],
        "runes left": [round(row.runes, 2) for row in made.rows],
    }
)
display(table)

# %%
percent = 100 * made.gain / made.rows[0].worth
print(f"The best payment plays {made.gain:+.2f} a game ({percent:+.1f} %), standard error {made.error:.2f};")
print(f"it is ahead in {made.ahead} of {made.games} games, even in {made.even}, behind in {made.behind}.")
if made.gain <= 2 * made.error:
    raise RuntimeError("good paying was worth nothing in these games")

# %% [markdown]
# ## Turn by turn
#
# Both begin alike. The difference grows with every rune that was recycled without need.

# %%
figure, axes = plt.subplots(figsize=(7, 3.5))
for row in made.rows:
    axes.plot(range(1, len(row.by_turn) + 1), row.by_turn, marker="o", label=row.name)
axes.set_xlabel("turn")
axes.set_ylabel("Energy and Power played so far")
axes.legend()
axes.grid(alpha=0.3)
plt.show()

# %% [markdown]
# ## What this does not say
#
# Cards do nothing here, the order in which cards are played is the same simple one for both, and the first legal
# payment is the first of `runepay.payments`, which never adds what is not needed. An opponent that also wastes Energy
# loses more; one that plans its turn (`runepay plan`) may gain more.
