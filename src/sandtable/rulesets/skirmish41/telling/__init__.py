"""What readers are told: the log, what is shown and foreseen, the state of what is fought for."""
