"""Whether a finished payment has an idle Add: one without which the rest of it is still legal (design, section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from runepay.solver.formulation import nested
from runepay.solver.formulation.classes import all_lines
from runepay.solver.listing.formula import Formula
from runepay.solver.listing.space import Row, Space


class Idle:
    """Looks for idle Adds in the solutions of one formula."""

    def __init__(self, formula: Formula) -> None:
        self.model = formula.model
        self.rows = formula.rows[: formula.base]
        self.with_: dict[int, list[Row]] = {}
        for row in self.rows:
            for variable in row.variables:
                self.with_.setdefault(variable, []).append(row)
        self.plain: list[int] = []
        """Variables of Adds that cost nothing more."""
        self.costly: list[tuple[int, int, set[int]]] = []
        """Place of each Add with a cost, the variable that says how often it comes, and all that belongs to it."""
        model = self.model
        lines_of: dict[int, range] = {}
        first = len(list(all_lines(model.question))) - sum(len(one.lines) for one in model.question.supply.producers)
        for place, producer in enumerate(model.question.supply.producers):
            lines_of[place] = range(first, first + len(producer.lines))
            first += len(producer.lines)
        for key, used in model.adds.items():
            if not model.producer[key].nested:
                self.plain += used.terms
        for place in model.order:
            producer = model.question.supply.producers[place]
            key = (model.class_of[producer.object], producer.key)
            if key not in model.adds or not model.adds[key].terms:
                continue
            (uses,) = model.adds[key].terms
            mine = {uses}
            counted = uses
            if place in model.amounts:
                if not model.amounts[place].terms:
                    continue  # There is nothing to convert.
                (counted,) = model.amounts[place].terms
                mine.add(counted)
            mine |= {v for (one, _), expr in model.nested.items() if one == place for v in expr.terms}
            mine |= {v for number in lines_of[place] for expr in model.uses[number].values() for v in expr.terms}
            self.costly.append((place, counted, mine))

    def order_of(self, solution: Sequence[int]) -> tuple[int, ...] | None:
        """Give the order in which Adds with costs are used; ``None`` if there is none."""
        return nested.executable(self.model, solution) if self.model.relaxed else self.model.order

    def found(self, solution: list[int]) -> bool:
        """Tell whether a solution uses something without which it would still be legal."""
        return any(self._legal_without(solution, variable) for variable in self._singly(solution)) or any(
            solution[counted] and self._rest(solution, counted, mine) for _, counted, mine in self.costly
        )

    def _singly(self, solution: Sequence[int]) -> Iterator[int]:
        """Give the variables of which one use may be left out alone."""
        model = self.model
        for variable in self.plain:
            if solution[variable]:
                yield variable
        for domain, recycles in model.recycles.items():
            exhausts = model.exhausts[domain]
            if recycles.terms and recycles.value(solution):
                yield from recycles.terms
            # What is exhausted to be recycled stays: its Energy may float.
            if exhausts.terms and exhausts.value(solution) > recycles.value(solution):
                yield from exhausts.terms

    def _legal_without(self, solution: list[int], variable: int) -> bool:
        solution[variable] -= 1
        legal = all(_holds(row, solution) for row in self.with_.get(variable, ()))
        legal = legal and self.order_of(solution) is not None
        solution[variable] += 1
        return legal

    def _rest(self, solution: list[int], counted: int, mine: set[int]) -> bool:
        """Tell whether an Add with a cost can come once less, all else being as it is."""
        lows, highs = list(solution), list(solution)
        for variable in mine:
            lows[variable] = 0
        highs[counted] -= 1
        lows[counted] = highs[counted]
        space = Space(lows, highs, self.rows)
        return any(self.order_of(space.values()) is not None for _ in space.solutions(sorted(mine)))


def _holds(row: Row, solution: Sequence[int]) -> bool:
    return row.low <= sum(f * solution[v] for v, f in zip(row.variables, row.factors, strict=True)) <= row.high
