"""Game-agnostic tree search in Numba; imports none of the other packages."""
