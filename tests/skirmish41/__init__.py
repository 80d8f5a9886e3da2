"""Tests of WW2 skirmish 4.1."""
