"""Armored Teams: their Saves and the Vehicle Damage Table; vehicles that carry Teams."""
