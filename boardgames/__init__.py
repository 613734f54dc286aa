"""Carcassonne, Amazons and other games over the search kernel, and the arena."""
