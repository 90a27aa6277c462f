"""Finds payments: writes the clauses as constraints, solves, and brings back a payment.

OR-Tools is imported when the first question is solved, not before.
"""
