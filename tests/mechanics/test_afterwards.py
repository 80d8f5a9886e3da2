"""What one chapter sets off in another that stands above it."""

import pytest

from sandtable.mechanics.afterwards import Afterwards


async def riders_jump(vehicles: list[int]) -> None:
    """A chapter's script."""
    vehicles.append(7)


def test_the_script_that_was_handed_in_is_played_with_what_it_is_about() -> None:
    """And the chapter in which it stands goes on calling it by its own name."""
    jump = Afterwards[None]()
    assert jump.handed_in(riders_jump) is riders_jump
    vehicles: list[int] = []
    with pytest.raises(StopIteration):
        jump.play(vehicles).send(None)
    assert vehicles == [7]


def test_a_chapter_that_was_never_loaded_is_missed() -> None:
    """Nothing is passed over in silence."""
    with pytest.raises(AssertionError, match="not been loaded"):
        Afterwards[None]().play().send(None)
