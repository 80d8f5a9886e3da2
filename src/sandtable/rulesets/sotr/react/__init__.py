"""Overwatch (1.5.2.5), and moves that it may interrupt."""
