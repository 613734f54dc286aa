"""Improving an agent's weights by self-play."""
