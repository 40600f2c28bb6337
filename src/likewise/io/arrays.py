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

__all__ = ["dumps_arrays", "fine_rows", "loads_arrays", "put_coarse"]

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


def put_coarse(arrays: dict[str, npt.NDArray[Any]], name: str, array: npt.NDArray[Any]) -> None:
    """Put a large matrix as whole numbers of one byte with a scale for each row, anything else as it is."""
    if array.ndim == 2 and array.size > 1000:
        scale = np.maximum(np.abs(array).max(1), 1e-12) / 127
        arrays[f"scale.{name}"] = scale.astype(np.float32)
        arrays[name] = np.round(array / scale[:, None]).astype(np.int8)
    else:
        arrays[name] = array.astype(np.float32)


def fine_rows(arrays: Mapping[str, npt.NDArray[Any]], lead: str = "") -> dict[str, npt.NDArray[Any]]:
    """What `put_coarse` put under names that begin so, as fractions again, by the rest of their names."""
    fine_arrays = {}
    for name, array in arrays.items():
        if name.startswith(lead) and not name.startswith("scale.") and array.dtype.kind in "fi":
            scale = arrays.get(f"scale.{name}")
            fine = array.astype(np.float32)
            fine_arrays[name.removeprefix(lead)] = fine if scale is None else fine * scale[:, None]
    return fine_arrays
