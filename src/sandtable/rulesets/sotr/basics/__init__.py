"""What every chapter reads: charts, terrain, sight, shelter, templates, ways, and what a side knows of Hidden units."""
