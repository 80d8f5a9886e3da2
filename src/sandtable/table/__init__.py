"""The table: terrain, figures and where they stand, and the questions one asks of them. No rulebook's words."""
