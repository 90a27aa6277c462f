"""What things are, and what is owed: the game's nouns as data, and the five stages as a plain function.

Nothing here looks for a payment; that is the solver's.
"""
