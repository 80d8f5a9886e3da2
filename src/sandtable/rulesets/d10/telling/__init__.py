"""What is told of a battle: the log, what the page shows, what an answer may lead to."""
