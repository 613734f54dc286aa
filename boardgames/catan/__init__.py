"""CATAN through the game protocol, over ``catan_sim``."""
