"""Assaults: the charge and what halts it, close combat, counter-attacks, breaking off."""
