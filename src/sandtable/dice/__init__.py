"""Rolls: what is thrown, how the faces are read, where the faces come from, and how likely each reading is."""
