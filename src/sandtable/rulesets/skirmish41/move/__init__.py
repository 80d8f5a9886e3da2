"""Moves on foot, and those that nobody is asked about."""
