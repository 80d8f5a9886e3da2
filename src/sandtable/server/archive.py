"""The rules in one archive, for the browser that runs them itself when there is no server.

It is packed from the very files this server runs, so that what is answered offline is what would have been answered here.
"""

import hashlib
import io
import zipfile
from functools import cache
from pathlib import Path

import msgspec

import sandtable

# What a question may need. Everything above (server, command line, bots, laboratory) stays here.
PACKED = (
    "dice",
    "foresight",
    "geometry",
    "grammar",
    "maps",
    "mechanics",
    "odds",
    "offline",
    "play",
    "rulesets",
    "table",
)
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first date that an archive can say: the same files make the same archive


class Archive(msgspec.Struct, frozen=True):
    """An archive, and the name that changes with what it holds."""

    name: str
    body: bytes


@cache
def rules_archive() -> Archive:
    """All Python and data of the rules."""
    root = Path(sandtable.__file__).parent
    found = [path for folder in PACKED for path in (root / folder).rglob("*") if path.suffix in {".py", ".toml"}]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted([root / "__init__.py", *found]):
            entry = zipfile.ZipInfo(path.relative_to(root.parent).as_posix(), LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    body = packed.getvalue()
    return Archive(f"{hashlib.sha256(body).hexdigest()[:16]}.zip", body)
