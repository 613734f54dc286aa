"""From a board to a ranked list of first settlements with credible intervals."""
