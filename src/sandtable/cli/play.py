"""`sandtable play`: serve the page, and open it."""

import argparse
import os

from .inputs import whole_number
from .parser import UsageError


def run(asked: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from sandtable.geometry.warm import warm  # noqa: PLC0415  # both take their time to load
    from sandtable.server.serve import ServeError, serve  # noqa: PLC0415

    port = whole_number(asked.port, "--port", 0, 65_535)
    data = asked.data or os.environ.get("SANDTABLE_DATA", "")
    print("sandtable: getting ready (the first time this takes about a minute)", flush=True)
    warm()
    try:
        serve(asked.host, port, data, browser=not asked.no_browser)
    except ServeError as error:
        raise UsageError(str(error)) from error
    return 0
