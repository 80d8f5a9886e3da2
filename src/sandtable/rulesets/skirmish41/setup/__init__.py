"""Before the battle: tables, edges, objectives, setting up; and what wins."""
