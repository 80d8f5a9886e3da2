"""Fail if any layer below the bots is covered by tests to less than the floor."""

import json
import subprocess
import sys
from pathlib import Path

FLOOR = 95.0
LAYERS = ("geometry", "dice", "table", "play", "mechanics", "foresight", "rulesets", "odds")


def main() -> int:
    """Sum up statements and branches a layer, and compare."""
    report = Path(".coverage.json")
    coverage = Path(sys.executable).with_name("coverage")
    subprocess.run([coverage, "json", "-q", "-o", report], check=True)
    files = json.loads(report.read_text())["files"]
    report.unlink()
    poor = False
    for layer in LAYERS:
        totals = [entry["summary"] for name, entry in files.items() if f"sandtable/{layer}/" in name]
        wanted = sum(one["num_statements"] + one["num_branches"] for one in totals)
        had = sum(one["covered_lines"] + one["covered_branches"] for one in totals)
        percent = 100 * had / max(1, wanted)
        poor = poor or percent < FLOOR
        print(f"{layer:10} {percent:6.2f} % of {wanted} statements and branches")
    if poor:
        print(f"a layer below the bots is covered to less than {FLOOR} %")
    return int(poor)


if __name__ == "__main__":
    sys.exit(main())
