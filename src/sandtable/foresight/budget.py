"""When looking ahead is given up."""


class TooLong(Exception):  # noqa: N818  # said to the one who asked, not a fault
    """The tree of outcomes is larger than the budget."""
