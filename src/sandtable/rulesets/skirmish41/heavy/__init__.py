"""Grenades, mortars, guns, anti-tank weapons of the infantry, flamethrowers, smoke, and fire from off the table."""
