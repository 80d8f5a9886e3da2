"""Vehicles on the move: driving, riding, driving over things."""
