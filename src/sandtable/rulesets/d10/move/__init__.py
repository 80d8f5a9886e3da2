"""Moving on foot and between floors, and where models may be put."""
