"""Find a Chromium for the browser tests, and install one if there is none: prints its path."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The browser there is."""
    given = os.environ.get("SANDTABLE_CHROMIUM")
    if given:
        return given if shutil.which(given) else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """With the system's packages where we may, else by Playwright's own download."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        packages = ["chromium", "fonts-dejavu-core"]
        quiet = {"env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, "stdout": subprocess.DEVNULL}
        subprocess.run(["apt-get", "update", "-qq"], check=True, **quiet)  # type: ignore[call-overload]  # noqa: S607
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], check=True, **quiet)  # type: ignore[call-overload]  # noqa: S607
        return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def main() -> int:
    """Say where it is."""
    if find() is None:
        print("installing a Chromium for the browser tests, once", file=sys.stderr)
        install()
    found = find()
    print(found or "playwright's own")
    return 0


if __name__ == "__main__":
    sys.exit(main())
