"""Long random play with every invariant checked after every action."""
