"""Weapons (1.7): blasts, flames, grenades, heavy shot, strikes, and the shooting action, which brings them all together."""
