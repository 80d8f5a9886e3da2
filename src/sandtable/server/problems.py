"""What can be wrong with a request, said to the one who asked."""


class NotFound(Exception):  # noqa: N818  # said to the one who asked
    """No battle of that name."""


class BadRequest(Exception):  # noqa: N818  # said to the one who asked
    """Something was asked for that cannot be."""


class Forbidden(Exception):  # noqa: N818  # said to the one who asked
    """Something was asked for by somebody who may not."""
