"""Prices: what fire is expected to do, read for bots from the game's own scripts."""
