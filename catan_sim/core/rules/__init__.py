"""The rules, one file each, all in machine code; ``legal.py`` and ``step.py`` put them together.

Kernels take the records of ``records.py`` in the order board, rules, state, work. A function named ``list_…`` writes
legal actions into ``work.actions`` from position ``count`` on and returns the new count. Numbers in docstrings such as
"Rule 4.2" refer to ``docs/rules.md``.
"""
