"""Forces, tables, deployment, missions and victory."""
