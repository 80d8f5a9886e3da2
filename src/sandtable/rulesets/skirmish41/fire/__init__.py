"""Small arms: who can shoot, at whom, how often, what a shot needs and what it does; and the crews of weapons."""
