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
# # A tour: from a card and some runes to the payment
#
# A state, a play, a question. The answer says what is owed stage by stage, how to pay it, and what is left. Every
# payment shown here has been checked by the referee, which computes the total a second time in its own way.

# %%
from dataclasses import replace

import matplotlib.pyplot as plt

import runepay
from runepay import GameState, Play, plot

# %% [markdown]
# ## The question
#
# Bellows Breath costs 1 Energy and 1 Mind. We repeat it (1 Energy and 1 Mind more) and choose an enemy unit with
# Deflect both times. Ezreal makes the optional cost cheaper by 1 Energy *or* by one pip; Vex, in combat, makes our
# spells 1 Energy and one pip cheaper, but her minimum never takes the Energy below 1. The opponent's Helm adds 1
# Energy.

# %%
state = GameState.model_validate(
    {
        "runes": {"mind": {"ready": 2, "exhausted": 1}, "chaos": {"ready": 1}},
        "pool": {"power": {"universal": 1}},
        "board": [
            {
                "card": "Ezreal",
                "type": "unit",
                "cost": {"energy": 3, "power": ["chaos"]},
                "might": 3,
                "clauses": [
                    {"clause": "discount", "energy": 1, "any": 1, "either": True, "component": "optional", "on": {}}
                ],
            },
            {
                "card": "Vex",
                "type": "unit",
                "cost": {"energy": 5, "power": ["chaos"]},
                "might": 5,
                "in_combat": True,
                "clauses": [
                    {
                        "clause": "discount",
                        "energy": 1,
                        "any": 1,
                        "minimum": 1,
                        "on": {"type": "spell"},
                        "when": {"itself": {"in_combat": True}},
                    }
                ],
            },
        ],
        "opponents": [
            {
                "board": [
                    {"id": "poro", "card": "Poro", "type": "unit", "cost": {"energy": 2}, "keywords": ["deflect"]},
                    {
                        "card": "Helm",
                        "type": "gear",
                        "cost": {"energy": 4, "power": ["calm"]},
                        "clauses": [{"clause": "increase", "energy": 1, "on": {"whose": "enemy", "type": "spell"}}],
                    },
                ]
            }
        ],
    }
)
play = Play.model_validate(
    {
        "card": "Breath",
        "type": "spell",
        "domains": ["mind"],
        "cost": {"energy": 1, "power": ["mind"]},
        "keywords": [{"keyword": "repeat", "cost": {"energy": 1, "power": ["mind"]}}],
        "elect": {"repeat": True},
        "targets": ["poro", "poro"],
    }
)
answer = runepay.solve(state, play)
answer.status, answer.owed.energy, answer.to_json()["owed"]["power"]

# %% [markdown]
# ## The five stages

# %%
axes = plot.stages(answer)
plt.show()

# %% [markdown]
# Every total worth knowing: which half Ezreal takes is our choice, and the solver takes the one that pays best here.

# %%
for total in answer.totals:
    print(total["owed"]["energy"], total["owed"]["power"], "payable" if total["payable"] else "not payable")

# %% [markdown]
# ## The payment
#
# Ready runes are exhausted before they are recycled, so that their Energy floats.

# %%
for step in answer.to_json()["steps"]:
    moved = step.get("gives") or step.get("spends") or step.get("objects")
    print(step["step"], step.get("object", ""), moved, "->", step["pool"])

# %%
plot.payment(answer)
plt.show()

# %% [markdown]
# ## What is left, and how good it is

# %%
answer.left, {row["criterion"]: row["value"] for row in answer.to_json()["goal"]}

# %% [markdown]
# ## A payment of one's own
#
# The referee judges any payment. Here the same steps without the last one: the play is not paid for.

# %%
print("the answer's own payment:", runepay.violations(state, play, answer.payment))
short = replace(answer.payment, steps=answer.payment.steps[:-1])
for fault in runepay.violations(state, play, short):
    print(fault.rule, fault.message)

# %% [markdown]
# ## And when it cannot be paid

# %%
poor = state.model_copy(update={"runes": {}})
for reason in runepay.solve(poor, play).reasons:
    print(reason.rule, reason.text)
