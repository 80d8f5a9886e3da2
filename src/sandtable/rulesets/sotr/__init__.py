"""Secrets of the Third Reich 1949: models one by one, five phases a turn, monsters and machines."""

BOOK = __name__  # the package in which its tables, catalogue and scenarios lie
