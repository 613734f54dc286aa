"""Whole games written down: any change in rules, chance or wording shows up as a difference."""
