"""Moving on foot, through buildings and past units in Ambush, and where units may be set up."""
