"""Melee, and men who climb into open vehicles."""
