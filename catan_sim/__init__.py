"""CATAN: rules, views, agents and rollouts."""
