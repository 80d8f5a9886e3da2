"""Support from off the table, and orders that go wrong."""
