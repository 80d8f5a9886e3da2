"""Spotting: what a side knows of the other, and who sees whom with and without dice."""
