"""The unknown enemy: counters, portals, events, and the throw for who comes on."""
