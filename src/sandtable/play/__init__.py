"""Playing: state and the events that change it, decisions and scripts, games, records and views."""
