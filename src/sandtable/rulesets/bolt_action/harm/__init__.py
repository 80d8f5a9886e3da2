"""Casualties and damage, and what becomes of those who are hit."""
