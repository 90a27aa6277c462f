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
# # A whole turn: which cards, in which order, and how to pay
#
# `runepay.plan` looks at the hand and finds the plays that are worth most together. It knows that what is played first
# counts for what comes later, and that Energy and Power float from one play to the next. Every payment has passed the
# referee.

# %%
import matplotlib.pyplot as plt

import runepay
from runepay import Candidate, GameState

# %% [markdown]
# ## The hand
#
# Five cards, seven runes. Noxus Hopeful is 2 Energy cheaper once another card was played (Legion), Battering Ram 1 for
# each card before it, and the Seal gives back in Power what it costs.

# %%
hand = ["Noxus Hopeful", "Battering Ram", "Legion Rearguard", "Seal of Unity", "Viktor, Leader"]
state = GameState.model_validate({"runes": {"fury": {"ready": 5, "exhausted": 1}, "order": 1}, "hand": hand})
plan = runepay.plan(state)
print(plan.value, plan.proof, plan.order)

# %% [markdown]
# ## Play by play

# %%
for one in plan.plays:
    owed = one.payment.owed
    print(f"{one.number}. {one.play.title}: {owed.energy} Energy and {sum(n for _, n in owed.pips)} Power")
    for step in one.payment.steps:
        print(f"     {step.step} {step.number} {step.object}")

# %% [markdown]
# ## The turn as a flow of resources
#
# Blue is the Energy that could still be had after each play (ready runes and what floats), red the runes left on the
# board, which can still be recycled for Power.


# %%
def energy(moment: GameState) -> int:
    """Give the Energy that can be had: ready runes and what floats."""
    return sum(one.ready for one in moment.runes.values()) + moment.pool.energy


def runes(moment: GameState) -> int:
    """Give the runes on the board."""
    return sum(one.ready + one.exhausted for one in moment.runes.values())


moments = [state, *(one.after for one in plan.plays)]
names = ["before", *plan.order]
places = range(len(moments))
figure, axes = plt.subplots(figsize=(8, 3.2))
axes.bar([place - 0.2 for place in places], [energy(one) for one in moments], 0.4, color="#4477aa", label="Energy")
axes.bar([place + 0.2 for place in places], [runes(one) for one in moments], 0.4, color="#cc6677", label="runes left")
axes.set_xticks(list(places), names, rotation=15)
axes.set_ylabel("left after the play")
axes.legend()
figure.tight_layout()

# %% [markdown]
# ## Something for the opponents' turn
#
# What floats is lost at the end of the turn. With `keep` the plan leaves runes that still pay for a card then.

# %%
defence = GameState.model_validate({"runes": {"calm": 3}, "hand": ["Defy"]})
cards = [
    Candidate.model_validate({"card": name, "type": "unit", "cost": {"energy": cost}, "targets": []})
    for name, cost in (("two", 2), ("three", 3))
]
free, kept = (runepay.plan(defence, cards, keep=keep) for keep in ((), ("Defy",)))
print(free.order, kept.order, dict(kept.kept))

# %% [markdown]
# ## What more runes would bring
#
# The worth of the best turn for each number of ready Fury runes: the steps are where one more card fits.

# %%
worth = []
for number in range(10):
    more = GameState.model_validate({"runes": {"fury": number, "order": 1}, "hand": hand})
    worth.append(runepay.plan(more).value)
figure, axes = plt.subplots(figsize=(6, 3))
axes.step(range(10), worth, where="mid", color="#4477aa")
axes.set_xlabel("ready Fury runes")
axes.set_ylabel("worth of the best turn")
figure.tight_layout()
