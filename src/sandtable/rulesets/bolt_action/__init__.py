"""Bolt Action, first-edition playsheet."""

BOOK = __name__  # the package in which its tables, catalogue and scenarios lie
