"""catanatron's players as opponents of our agents: ``python -m tests.external.ladder``."""
