"""Prices: what shots, hits, blows and tests are expected to come to, read for bots from actions that the umpire lays out."""
