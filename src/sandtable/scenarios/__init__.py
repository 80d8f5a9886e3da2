"""Scenarios that belong to no rulebook: their troops have ids that several rulebooks know, each in its own way."""
