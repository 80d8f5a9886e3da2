"""Turns, activations, and what a team may be told to do."""
