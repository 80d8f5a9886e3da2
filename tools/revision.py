"""An earlier revision of this project, laid beside this one so that the two can be run against each other."""

import filecmp
import io
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "build" / "revisions"
KERNELS = Path("src/sandtable/geometry")


def laid_beside(revision: str) -> Path:
    """The folder of a revision, made if it is not there yet; kernels that are the same are not compiled again."""
    commit = git("rev-parse", "--verify", f"{revision}^{{commit}}").decode().strip()
    folder = KEPT / commit[:12]
    if folder.exists():
        return folder
    packed = git("archive", commit, "src")
    making = folder.with_suffix(".making")
    shutil.rmtree(making, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(making, filter="data")
    ours, theirs = ROOT / KERNELS, making / KERNELS
    names = sorted(path.name for path in ours.glob("*.py"))
    if names == sorted(path.name for path in theirs.glob("*.py")):
        same, _, _ = filecmp.cmpfiles(ours, theirs, names, shallow=False)
        if same == names:  # with their times, by which the compiler knows them again
            shutil.copytree(ours, theirs, dirs_exist_ok=True)
    making.rename(folder)
    return folder


def git(*command: str) -> bytes:
    """What git answers; what it complains of ends the program."""
    run = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, check=False)  # noqa: S607
    if run.returncode:
        sys.exit(run.stderr.decode().strip())
    return run.stdout


def environment(folder: Path) -> dict[str, str]:
    """The environment in which Python finds the sources of a folder first."""
    return {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONHASHSEED": "0"}
