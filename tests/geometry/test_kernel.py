"""The door to the compiler."""

import os
from pathlib import Path
from typing import Any

import pytest

from sandtable.geometry import kernel
from sandtable.geometry.drive_kernels import drive
from sandtable.geometry.kernel import borrow, hold, ints
from sandtable.geometry.path_kernels import first_shift, march
from sandtable.geometry.reach_kernels import pack, spread
from sandtable.geometry.sight_kernels import aim, groups_seen, look, sightings
from sandtable.geometry.template_kernels import circle
from sandtable.geometry.warm import warm
from sandtable.geometry.way_kernels import arrivals


def test_every_kernel_can_be_warmed() -> None:
    """What `make setup` runs compiles or loads everything without complaint."""
    warm()
    called: list[Any] = [look, aim, groups_seen, sightings, march, first_shift, drive, pack, spread, arrivals, circle]
    assert all(one.signatures for one in called)


def test_borrowing_changes_nothing_in_plain_python() -> None:
    """Only compiled code tells a borrowed array from its owner."""
    array = ints([1, 2, 3])
    assert borrow(array) is array
    assert hold(array) is None  # type: ignore[func-returns-value]


def test_compiled_kernels_are_kept_beside_the_source_or_in_the_users_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the source folder cannot be written, the user's cache is used, under the same name."""
    beside = kernel._cache_folder()
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    elsewhere = kernel._cache_folder()
    assert elsewhere.is_relative_to(tmp_path)
    assert elsewhere.name == beside.name


def test_kernels_of_older_versions_are_dropped(tmp_path: Path) -> None:
    """A change of any kernel leaves nothing of the old ones behind."""
    for name in ("kernels-old", "kernels-new"):
        (tmp_path / name).mkdir()
    kernel._drop_older(tmp_path / "kernels-new")
    assert [folder.name for folder in tmp_path.iterdir()] == ["kernels-new"]
