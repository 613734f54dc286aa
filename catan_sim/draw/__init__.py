"""Drawings of boards, for browsers and for terminals."""
