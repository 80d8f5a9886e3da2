"""Fetch msgspec for the browser, where the umpire's rules run without a server: `python tools/wheel.py`.

The page can be built without it. Then it answers with the server's help only, and says so.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

WHEELS = Path(__file__).resolve().parent.parent / "web" / "wheels"
VERSION = "0.22.0"
PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"  # those of the pyodide in web/package.json
NAME = f"msgspec-{VERSION}-cp314-cp314-{PLATFORM}.whl"
SHA256 = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"


def is_good(wheel: Path) -> bool:
    """Whether it is there and the one we know."""
    return wheel.is_file() and hashlib.sha256(wheel.read_bytes()).hexdigest() == SHA256


def fetch(folder: Path) -> None:
    """Ask pip for it, from wherever this machine gets its packages."""
    command: list[str | Path] = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--only-binary=:all:", "--python-version", PYTHON, "--platform", PLATFORM, "--dest", folder,
        f"msgspec=={VERSION}",
    ]  # fmt: skip
    subprocess.run(command, check=False)


def main() -> int:
    """Have it, or say what that means. Never a failure: the page is whole without it."""
    wheel = WHEELS / NAME
    if is_good(wheel):
        return 0
    WHEELS.mkdir(exist_ok=True)
    for other in WHEELS.glob("*.whl"):
        other.unlink()
    fetch(WHEELS)
    if not is_good(wheel):
        wheel.unlink(missing_ok=True)
        print(f"{NAME} could not be had: the page is built without offline answers", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
