"""Named arrays as bytes: a zip of `.npy` members that numpy reads as `.npz`.

numpy's own `savez` stamps the hour into each member; here the same arrays always give the same bytes.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError

__all__ = ["dumps_arrays", "loads_arrays"]

_EPOCH = (1980, 1, 1, 0, 0, 0)


def dumps_arrays(arrays: Mapping[str, npt.NDArray[Any]], *, pressed: bool = False) -> bytes:
    """The arrays as bytes, in the order given; `pressed` ones take longer and less room."""
    out = io.BytesIO()
    way = zipfile.ZIP_DEFLATED if pressed else zipfile.ZIP_STORED
    with zipfile.ZipFile(out, "w", way) as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, np.asarray(array, order="C"), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", _EPOCH), member.getvalue(), way)
    return out.getvalue()


def loads_arrays(data: bytes, file: str | None = None) -> dict[str, npt.NDArray[Any]]:
    """The arrays that `dumps_arrays` wrote."""
    try:
        archive = np.load(io.BytesIO(data), allow_pickle=False)
        if isinstance(archive, np.lib.npyio.NpzFile):
            with archive:
                return {name: archive[name] for name in archive.files}
    except (ValueError, OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        raise InputError(f"holds no readable arrays ({error})", file=file) from None
    raise InputError("holds no readable arrays (one array without a name)", file=file)
