"""Bots: programs that choose actions, in this process or in one of their own."""
