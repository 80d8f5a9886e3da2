"""The rulebooks, each in a folder of its own. They call what stands below them and never each other."""
