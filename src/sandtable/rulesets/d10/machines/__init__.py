"""Vehicles: driving and passengers."""
