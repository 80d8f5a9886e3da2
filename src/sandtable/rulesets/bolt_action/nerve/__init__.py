"""Pins and morale."""
