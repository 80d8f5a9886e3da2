"""What is told: the log, what the page shows, what options promise, what matters of an action."""
