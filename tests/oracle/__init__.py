"""Recorded games of another engine, replayed in lockstep with the kernels; every difference must have a name."""
