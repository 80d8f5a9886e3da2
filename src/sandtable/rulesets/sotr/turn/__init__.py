"""The turn (1.3): Turn Initiative, Maintenance (1.4), activations (1.6) and their movement actions."""
