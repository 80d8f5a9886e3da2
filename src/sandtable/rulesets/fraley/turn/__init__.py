"""Playing the Game: rounds and Initiatives, activation, actions, and Morale at the end of a round."""
