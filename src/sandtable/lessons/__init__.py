"""Lessons: first battles that teach a rulebook, as data that the engine itself plays.

A lesson is a scene, the dice that fall in it, and steps that the player does. Nothing in it is a rule: what a step wants
is looked up among the legal answers of the question that the battle asks, so that a lesson that no longer fits its
rulebook is noticed as soon as it is rehearsed.
"""
