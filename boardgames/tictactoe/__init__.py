"""Tic-tac-toe: the smallest complete game, and the pattern for plugging others into the search."""
