"""The Assault (1.6.1.2) and hand-to-hand (1.8)."""
