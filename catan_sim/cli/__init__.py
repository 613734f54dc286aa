"""The commands of the `rollout` program, one file for each group."""
