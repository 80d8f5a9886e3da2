"""sandtable plays WW2 tabletop miniatures rulebooks end to end."""

__version__ = "0.1.0"
