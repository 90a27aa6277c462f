"""Every payment of a question once, counted or listed, and the best of them.

``totals`` lists what can be owed; ``formula`` writes the rows of one total, those that keep out idle Adds included;
``space`` searches them; ``walk`` goes through all totals; ``idle`` looks at what rows cannot say; ``values`` and
``ranking`` order payments by a goal. OR-Tools is not used.
"""
