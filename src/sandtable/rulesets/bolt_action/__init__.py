"""Bolt Action, first-edition playsheet."""
