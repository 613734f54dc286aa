"""Carcassonne, the base game with 72 tiles for two to five players."""
