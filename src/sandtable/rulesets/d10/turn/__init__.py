"""Game turns: phases, activations and orders."""
