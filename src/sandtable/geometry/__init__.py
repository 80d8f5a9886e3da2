"""Shapes on a table: integers in thousandths of an inch, and no unit, side or rule."""
