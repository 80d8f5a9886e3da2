"""Shooting: who may fire at what, what it needs, and what comes of it."""
