"""One named test, at least, for every clause of ``docs/rules.md``: ``test_4_2_…`` fails when Rule 4.2 is broken."""
