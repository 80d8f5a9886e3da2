"""Wounds (1.6.2.8, 1.6.2.9) and damage to machines: DOWN, GONER, wrecks, and who gets up again."""
