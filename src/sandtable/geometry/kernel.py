"""The one door to the compiler.

A kernel is a plain function on integers and integer arrays. It is compiled at its first call and kept on disk, in a
folder named after the text of *all* kernels: numba looks only at the file of the function it loads, so a change in a
function that another file calls would otherwise go unnoticed.
"""

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

Ints = npt.NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., object])


def _cache_folder() -> Path:
    """Where compiled kernels are kept: beside the source, or in the user's cache if that cannot be written."""
    here = Path(__file__).parent
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(here.glob("*.py")):
        digest.update(source.read_bytes())
    name = f"kernels-{digest.hexdigest()[:16]}"
    beside = here / "__pycache__"
    if os.access(beside if beside.exists() else here, os.W_OK):
        return beside / name
    return Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "sandtable" / name


def _drop_older(folder: Path) -> None:
    """Forget what earlier versions of the kernels left behind."""
    for other in folder.parent.glob("kernels-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)


CACHE = _cache_folder()
_drop_older(CACHE)
numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]  # numba fills its settings in at run time


def kernel(function: F) -> F:
    """Compile the function at its first call; keep its Python form as `py_func` for tests."""
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def inlined(function: F) -> F:
    """A kernel that is copied into its callers: handing a dozen arrays to a function costs more than a short body."""
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy", inline="always")(function))


def borrow(array: Ints) -> Ints:
    """The same array without its reference count.

    Compiled code counts references with atomic operations wherever an array is handed on, which cost eight times the
    arithmetic of a short sight line. A borrowed array must not outlive its owner: end the kernel with `hold(owner)`.
    """
    return array


def hold(array: Ints) -> None:
    """Keep an array alive up to here."""


def _uncounted_code(_context: Any, array: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = _MAKE(signature.args[0])(context, builder, value=arguments[0])
        struct.meminfo = _NULL(struct.meminfo.type)
        struct.parent = _NULL(struct.parent.type)
        return struct._getvalue()  # noqa: SLF001  # how numba itself hands a struct on

    return array(array), code


_MAKE: Any = make_array
_NULL: Any = cgutils.get_null_value
_uncounted: Any = intrinsic(_uncounted_code)


@overload(borrow)
def _compiled_borrow(array: Any) -> Any:  # noqa: ARG001  # numba looks at its type only
    def code(array: Any) -> Any:
        return _uncounted(array)

    return code


@overload(hold)
def _compiled_hold(array: Any) -> Any:  # noqa: ARG001
    def code(array: Any) -> Any:
        pass

    return code


def ints(rows: object) -> Ints:
    """A contiguous integer array, as kernels take them."""
    return np.ascontiguousarray(rows, dtype=np.int64)
