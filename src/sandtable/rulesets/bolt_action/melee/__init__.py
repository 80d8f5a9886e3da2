"""Assaults: contact, close quarters, men against vehicles."""
