"""Vehicles: driving, coming onto the table, passengers, overrunning."""
