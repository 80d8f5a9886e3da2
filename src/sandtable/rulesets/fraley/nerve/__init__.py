"""Suppression, and whether the company holds."""
