"""The Game of the Amazons: rules on bitboards, evaluations, endgames and bots."""
