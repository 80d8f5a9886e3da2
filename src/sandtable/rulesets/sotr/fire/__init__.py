"""Shooting (1.6.2): targets, rolls to hit, allocation, volleys; Suppressing Fire (1.6.1.1)."""
