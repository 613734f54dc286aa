"""Fitting the score of candidates to what rollouts say."""
