"""Batches of battles and measurements."""
