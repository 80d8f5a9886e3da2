"""Writing the generated documents: `python -m sandtable.cli.reference`, or with `--check`, seeing that they are current."""

import sys
from pathlib import Path

from sandtable.rulesets.citations import project_folder

from .pages import pages


def main() -> int:
    """Write the pages, or say which are out of date."""
    root = project_folder() or Path.cwd()
    stale = []
    for name, text in pages().items():
        path = root / name
        if "--check" in sys.argv:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(name)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if stale:
        print(f"out of date, run 'make docs': {', '.join(stale)}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
