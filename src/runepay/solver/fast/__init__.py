"""The exact fast lane: counting and matching instead of CP-SAT, for what it can prove.

:mod:`~runepay.solver.fast.lanes` answers yes or no by Hall's condition, packed into one integer;
:mod:`~runepay.solver.fast.stock` decides whether a question is of the provable kind;
:mod:`~runepay.solver.fast.greedy` finds the best payment as the best basis of a matroid;
:mod:`~runepay.solver.fast.lane` puts them behind the same door as the complete lane.
"""
