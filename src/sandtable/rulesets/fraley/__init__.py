"""The Fraley company rules: stands called Teams, Training Checks, Initiatives that last until one fails."""
