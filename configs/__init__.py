"""Boards and rulesets that ship with the package; data only."""
