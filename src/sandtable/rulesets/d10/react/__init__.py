"""Hold and reactions: what is shot at whoever moves, shoots or leaves."""
