"""Shooting: weapons, targets, what a shot needs, and the Shoot order."""
