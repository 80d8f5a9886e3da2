"""The D10 squad sheet: squads, individuals and vehicles, activated in turn, with orders, Hold and reactions."""

BOOK = __name__  # the package in which its tables, catalogue and scenarios lie
