"""WW2 skirmish 4.1: fire teams figure by figure with actions, unseen enemies, and a solo enemy that the rules play."""

BOOK = __name__  # the package in which its tables, catalogue and scenarios lie
