"""Moving, Unit Cohesion, terrain in the way, and fire at those who move."""
