"""Tests of the D10 squad game."""
