"""Cool (1.1.3), HORROR (1.4.2) and break tests (1.6.2.10)."""
