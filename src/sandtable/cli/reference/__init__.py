"""The generated documents: rulebooks, worked odds, the command line, the protocol, the schema."""
