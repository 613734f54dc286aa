"""A request with everything resolved: all that decides what is played, and nothing else."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from catan_sim.ai.agent import Agent
from catan_sim.draft import Pick

SCHEMA: Final = 1
"""Number of this format."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is stored with a run and what a rerun repeats.

    Attributes
    ----------
    schema : int
    board : dict
        The board as a board file has it.
    fingerprint : str
        Of the board, in hexadecimal.
    ruleset : dict
        All fields of the ruleset.
    agents : tuple of Agent
        One for each seat.
    seat : int
        The focal player, from 0.
    placed : tuple of Pick
        What is on the table, in the order it was picked; the last ``predicted`` of these by the set-up policy.
    predicted : int
    second : bool
        Whether the focal player's second settlement is asked about.
    vertices : tuple of int
        The candidates.
    top : int
        How many ranks matter.
    budget_units : int or None
        Most units of 64 games for the candidates; None for no limit.
    road_units : int
        Units for each forced road of a ranked spot; 0 for no such sub-run.
    rounds : int or None
        Stop after so many rounds, because a clock or a person stopped the first run there.
    slots : int
        Units a round.
    seed : int
    versions : dict of str to str
        Of Python, this package, numba, numpy, scipy, and the hash of the engine's sources.
    """

    schema: int = SCHEMA
    board: dict[str, Any]
    fingerprint: str
    ruleset: dict[str, Any]
    agents: tuple[Agent, ...]
    seat: int
    placed: tuple[Pick, ...]
    predicted: int
    second: bool
    vertices: tuple[int, ...]
    top: int
    budget_units: int | None
    road_units: int
    rounds: int | None
    slots: int
    seed: int
    versions: dict[str, str]
