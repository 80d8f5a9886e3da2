"""Secrets of the Third Reich 1949: models one by one, five phases a turn, monsters and machines."""
