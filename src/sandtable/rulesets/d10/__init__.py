"""The D10 squad sheet: squads, individuals and vehicles, activated in turn, with orders, Hold and reactions."""
