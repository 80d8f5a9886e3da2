"""Prices: what fire and fights are expected to do, read for bots from the actions of the game that the umpire lays out."""
