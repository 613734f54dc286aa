"""The rules core: boards, rulesets, states, actions and the rules themselves."""
