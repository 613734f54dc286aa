"""Sub-commands of ``rollout`` that ask or prepare questions about boards."""
