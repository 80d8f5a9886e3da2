"""Morale and Command: checks, panic, rallying, rout."""
