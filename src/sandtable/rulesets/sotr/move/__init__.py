"""Movement (1.6.1): on foot and in machines, crawling, hiding, running away."""
