"""Forces, tables, missions and victory."""
