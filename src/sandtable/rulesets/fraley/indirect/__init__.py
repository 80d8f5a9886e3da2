"""Indirect Fire: observers, barrages, what comes down under the template, and smoke."""
