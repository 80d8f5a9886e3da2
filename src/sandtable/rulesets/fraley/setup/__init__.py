"""Before the battle: tables, companies, zones; and what the battle is about."""
