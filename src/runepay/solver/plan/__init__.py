"""The best turn: which plays to make, in which order, with which elections and payments."""
