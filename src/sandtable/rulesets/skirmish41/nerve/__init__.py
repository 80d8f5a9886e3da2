"""Morale, rout, and dicing off suppression."""
