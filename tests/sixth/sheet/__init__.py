"""The Platoon Sheet: a rulebook on one page, of our own invention. Squads move, shoot, go to ground and charge."""
