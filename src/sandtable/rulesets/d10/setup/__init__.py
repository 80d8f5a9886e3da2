"""Forces, tables, deployment and victory."""
