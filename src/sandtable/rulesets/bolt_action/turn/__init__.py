"""The turn: dice, orders, manoeuvres and its end."""
