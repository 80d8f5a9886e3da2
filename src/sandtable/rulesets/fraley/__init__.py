"""The Fraley company rules: stands called Teams, Training Checks, Initiatives that last until one fails."""

BOOK = __name__  # the package in which its tables, catalogue and scenarios lie
