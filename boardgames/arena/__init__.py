"""The arena: bots against each other, every game a job on the worker pool."""
