"""What stands in for numpy and numba can be named and written into types, and fails loudly at everything else."""

from collections.abc import Callable

import pytest

from sandtable.offline.inert import AbsentError, modules

NUMPY, NUMBA = modules()["numpy"], modules()["numba"]


def test_types_can_be_written() -> None:
    """As geometry writes them."""
    array = modules()["numpy.typing"].NDArray[NUMPY.int64]
    assert array | None is array
    assert None | array is array


@pytest.mark.parametrize(
    "use",
    [
        lambda: NUMPY.int64(3),
        lambda: NUMPY.linalg.norm([3, 4]),
        lambda: bool(NUMPY.inf),
        lambda: NUMPY.inf + 1,
        lambda: 3 in NUMPY.inf,
        lambda: NUMPY.zeros(3)[0],
        lambda: len(NUMPY.zeros(3)),
        lambda: list(NUMPY.ascontiguousarray([1]).tolist()),
        lambda: NUMPY.empty(3).reshape(1, 3).sum(),
        lambda: bool(NUMPY.array([1])),
        modules()["numba.core"].cgutils,
    ],
)
def test_every_use_fails_loudly(use: Callable[[], object]) -> None:
    """Nobody may mistake nothing for a measurement."""
    with pytest.raises(AbsentError):
        use()


def test_decorators_hand_functions_through() -> None:
    """A kernel is then the plain function it is written as."""

    def double(number: int) -> int:
        return 2 * number

    extending = modules()["numba.extending"]
    assert NUMBA.njit(cache=True)(double) is double
    assert extending.overload(len)(double) is double
    assert extending.intrinsic(double) is double
    NUMBA.config.CACHE_DIR = "anywhere"


def test_what_python_itself_looks_for_is_not_there() -> None:
    """A stand-in must not pretend to be a package with everything in it."""
    assert not hasattr(NUMPY, "__array__")
    assert not hasattr(NUMPY.int64, "__wrapped__")
