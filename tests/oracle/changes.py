"""Payments as JSON, and small changes to them."""

from __future__ import annotations

import copy
from random import Random
from typing import TYPE_CHECKING, Any

from .vocabulary import DOMAINS, Json

if TYPE_CHECKING:
    from runepay.model.payment import Payment


def written(payment: Payment) -> Json:
    """Write a payment as an instance's ``payment`` has it."""
    steps: list[Json] = []
    for one in payment.steps:
        step: Json = {"step": one.step, "number": one.number, "pool": one.pool.to_json()}
        if one.object:
            step["object"] = one.object
        if one.step == "add":
            step["ability"] = one.ability
            if one.copies:
                step["copies"] = one.copies
        if one.step == "act":
            step |= {"do": one.do, "objects": list(one.objects), "part": one.part}
        elif one.step == "spend":
            step["spends"] = amounts(one.gives)
            if one.part:
                step["part"] = one.part
            if one.pays:
                step["pays"] = [pip(mask) for mask, number in one.pays for _ in range(number)]
        else:
            step["gives"] = amounts(one.gives)
        steps.append(step)
    owed = payment.owed
    power = [pip(mask) for mask, number in owed.pips for _ in range(number)]
    return {"steps": steps, "elected": payment.elections, "owed": {"energy": owed.energy, "power": power}}


def pip(mask: int) -> Any:
    return "any" if mask == 63 else [domain for place, domain in enumerate(DOMAINS) if mask >> place & 1]


def amounts(given: Any) -> Json:
    """Write ``((what, purpose), number)`` pairs as pools are written."""
    found: Json = {}
    for (what, purpose), number in given:
        into = found
        if purpose:
            into = {"for": purpose.split("/")}
            found.setdefault("restricted", []).append(into)
        if what == "energy":
            into["energy"] = number
        else:
            into.setdefault("power", {})[what] = number
    return found


DOES = ("kill", "discard", "exhaust", "recycle", "buff", "return", "banish", "disempower", "burn", "xp")


class Changer:
    """Changes a payment in one way, drawn at random."""

    def __init__(self, raw: Json, payment: Json, random: Random) -> None:
        self.raw = raw
        self.payment = copy.deepcopy(payment)
        self.random = random
        state = raw["state"]
        self.own = [one for zone in ("board", "hand", "trash", "champion", "banished") for one in state.get(zone, ())]
        self.own += [state["legend"]] if "legend" in state else []
        self.domains = sorted(state.get("runes", {})) or ["fury"]

    def change(self) -> Json:
        """Give the payment with one change; what the change makes stale is mostly left out."""
        random, payment = self.random, self.payment
        if random.random() < 0.6:
            payment.pop("owed", None)
        if random.random() < 0.9:
            for step in payment["steps"]:
                step.pop("pool", None)
        if random.random() < 0.7:
            for step in payment["steps"]:
                step.pop("pays", None)
        ways = [
            self.drop,
            self.double,
            self.move,
            self.another,
            self.another,
            self.amount,
            self.insert,
            self.split,
            self.elect,
            self.move,
            self.split,
            self.insert,
            self.equal,
        ]
        random.choice(ways)()
        return payment

    def pick(self) -> Json | None:
        return self.random.choice(self.payment["steps"]) if self.payment["steps"] else None

    def drop(self) -> None:
        if self.payment["steps"]:
            self.payment["steps"].pop(self.random.randrange(len(self.payment["steps"])))

    def double(self) -> None:
        if self.payment["steps"]:
            place = self.random.randrange(len(self.payment["steps"]))
            self.payment["steps"].insert(place, copy.deepcopy(self.payment["steps"][place]))

    def move(self) -> None:
        steps = self.payment["steps"]
        if steps:
            step = steps.pop(self.random.randrange(len(steps)))
            steps.insert(self.random.randint(0, len(steps)), step)

    def split(self) -> None:
        """Make one step of several two steps, which changes nothing."""
        steps = self.payment["steps"]
        several = [place for place, one in enumerate(steps) if one["number"] > 1 and one["step"] != "spend"]
        if not several:
            self.move()
            return
        place = self.random.choice(several)
        one = steps[place]
        one.pop("gives", None)
        one.pop("pool", None)
        first = copy.deepcopy(one) | {"number": one["number"] - 1}
        last = copy.deepcopy(one) | {"number": 1}
        if one.get("objects"):
            first["objects"], last["objects"] = one["objects"][:-1], one["objects"][-1:]
        steps[place : place + 1] = [first, last]
        if self.random.random() < 0.5:
            self.random.shuffle(steps)

    def equal(self) -> None:
        """Use another object of the same card, or another rune for the Energy."""
        step = self.pick()
        if step is None:
            return
        if step["step"] == "exhaust":
            step["object"] = f"rune:{self.random.choice(self.domains)}"
        elif step["step"] in {"act", "add"}:
            names = {one.get("id"): one.get("card") for one in self.own}
            mine = step["object"] if step["step"] == "add" else "".join(step["objects"][:1])
            like = [name for name, card in names.items() if card == names.get(mine)]
            self.put(step, self.random.choice(like) if like else mine)
        else:
            step.pop("gives", None)

    def put(self, step: Json, name: str) -> None:
        if step["step"] == "add":
            step["object"] = name
        elif step["objects"]:
            step["objects"][self.random.randrange(len(step["objects"]))] = name

    def another(self) -> None:
        """Give a step another source, domain, object or action."""
        step = self.pick()
        if step is None:
            return
        if step["step"] in {"exhaust", "recycle"}:
            self.other_rune(step)
        elif step["step"] == "add":
            what = self.random.random()
            if what < 0.3:
                step["ability"] = self.random.choice((0, 1, 1, 2))
            elif what < 0.45 and "copies" in step:
                step["copies"] = f"{self.random.choice(self.own)['id']}:{self.random.choice((0, 0, 1))}"
            else:
                self.put(step, self.random.choice(self.own)["id"])
        elif step["step"] == "spend":
            self.spend_other(step)
        else:
            self.other_act(step)
        if self.random.random() < 0.8:
            step.pop("gives", None)
        if self.random.random() < 0.1:
            step |= self.random.choice(({"part": "base"}, {"copies": "a0:0"}, {"pays": ["any"]}, {"ready": True}))

    def other_rune(self, step: Json) -> None:
        what = self.random.random()
        if what < 0.7:
            step["object"] = f"rune:{self.random.choice([*self.domains, self.random.choice(DOMAINS)])}"
        elif what < 0.85:
            step["ready"] = True
        else:
            step["step"] = "exhaust" if step["step"] == "recycle" else "recycle"

    def other_act(self, step: Json) -> None:
        what = self.random.random()
        if what < 0.15:
            step["do"] = self.random.choice(DOES)
        elif what < 0.3:
            step["part"] = self.random.choice(("base", "", "extra1", *(f"add:{one['id']}" for one in self.own)))
        elif self.own:
            self.put(step, self.random.choice(self.own)["id"])

    def spend_other(self, step: Json) -> None:
        """Spend another kind of resource in place of one unit, or for something else."""
        if self.random.random() < 0.15:
            step["part"] = self.random.choice(("", f"add:{self.random.choice(self.own)['id']}")) if self.own else ""
            return
        power = dict(step["spends"].get("power", {}))
        kinds = ["universal", *self.domains, "energy"]
        new = self.random.choice(kinds)
        spends: Json = copy.deepcopy(step["spends"])
        if self.random.random() < 0.2:
            spends["for"] = self.random.choice((["spell"], ["unit"], ["gear", "unit"]))
        elif power:
            old = self.random.choice(sorted(power))
            power[old] -= 1
            if new != "energy":
                power[new] = power.get(new, 0) + 1
                step.pop("pays", None)
            spends["power"] = {kind: number for kind, number in power.items() if number}
        elif new != "energy":
            spends = {"power": {new: step["number"]}}
        step["spends"] = spends

    def amount(self) -> None:
        """Do a step once more or once less often."""
        random, step = self.random, self.pick()
        if step is None:
            return
        more = random.choice((1, -1))
        if step["step"] == "act" and step["objects"]:
            if more > 0:
                step["objects"].append(random.choice(self.own)["id"])
            else:
                step["objects"].pop()
                if not step["objects"]:
                    self.payment["steps"].remove(step)
            step["number"] = len(step["objects"])
            return
        if step["number"] + more <= 0:
            self.payment["steps"].remove(step)
            return
        step["number"] += more
        if random.random() < 0.8:
            step.pop("gives", None)
            step.pop("pays", None)
        if step["step"] == "spend" and random.random() < 0.8:
            for holder in (step["spends"], step["spends"].get("power", {})):
                keys = sorted(key for key, value in holder.items() if isinstance(value, int))
                if keys:
                    holder[keys[0]] += more
                    break

    def insert(self) -> None:
        """Add an Add that is not needed, or an action that is not owed."""
        random, steps = self.random, self.payment["steps"]
        what = random.random()
        sources = [one["id"] for one in self.own if one.get("adds")]
        step: Json
        if what < 0.5:
            step = {"step": "exhaust", "object": f"rune:{random.choice(self.domains)}", "number": 1}
        elif what < 0.7:
            step = {"step": "recycle", "object": f"rune:{random.choice(self.domains)}", "number": 1}
            if random.random() < 0.5:
                step["ready"] = True
        elif what < 0.9 and sources:
            step = {"step": "add", "object": random.choice(sources), "ability": random.choice((0, 0, 1)), "number": 1}
        elif self.own:
            step = {
                "step": "act",
                "do": random.choice(("kill", "discard", "exhaust", "buff")),
                "number": 1,
                "objects": [random.choice(self.own)["id"]],
            }
        else:
            return
        steps.insert(random.choice((0, 0, len(steps))), step)

    def elect(self) -> None:
        """Claim another election."""
        elected = self.payment["elected"]
        if elected:
            name = self.random.choice(sorted(elected))
            elected[name] = self.random.choice((0, 1, 2))
        else:
            self.drop()
