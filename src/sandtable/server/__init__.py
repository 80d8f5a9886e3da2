"""The server: battles in rooms, a journal that outlives it, and the page."""
