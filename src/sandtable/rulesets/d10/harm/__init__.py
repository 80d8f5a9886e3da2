"""What a hit does: whom it falls on, damage, wounds and losses."""
