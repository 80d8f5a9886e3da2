"""Prices: what checks, fire and blows are expected to do, read for bots from the game's own actions on a bare table."""
