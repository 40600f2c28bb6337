"""Named arrays as bytes."""

from __future__ import annotations

import io
import time

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.io.arrays import dumps_arrays, loads_arrays

ARRAYS = {
    "words": np.arange(6, dtype=np.int32).reshape(2, 3),
    "empty": np.zeros(0, np.float32),
    "number": np.array(7),
    "flags": np.array([True, False]),
}

array = st.lists(st.integers(0, 255), max_size=5).flatmap(
    lambda values: st.sampled_from(["u1", "<i8", "<f4"]).map(lambda kind: np.array(values).astype(kind))
)


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), array, max_size=4))
@settings(max_examples=25)
def test_what_goes_in_comes_out(arrays: dict[str, np.ndarray]) -> None:
    again = loads_arrays(dumps_arrays(arrays))
    assert list(again) == list(arrays)
    for name, one in arrays.items():
        assert again[name].dtype == one.dtype
        assert np.array_equal(again[name], one)


def test_the_hour_leaves_no_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    first = dumps_arrays(ARRAYS)
    monkeypatch.setattr(time, "time", lambda: 2e9)
    monkeypatch.setattr(time, "localtime", lambda *_: time.gmtime(2e9))
    assert dumps_arrays(ARRAYS) == first


def test_layout_in_memory_leaves_no_mark() -> None:
    turned = np.asfortranarray(ARRAYS["words"])
    assert dumps_arrays({"words": turned}) == dumps_arrays({"words": ARRAYS["words"]})


def test_numpy_reads_it() -> None:
    with np.load(io.BytesIO(dumps_arrays(ARRAYS))) as archive:
        assert archive["words"].tolist() == [[0, 1, 2], [3, 4, 5]]
        assert archive["number"].shape == ()


def test_order_is_kept_and_matters() -> None:
    turned = dict(reversed(ARRAYS.items()))
    assert dumps_arrays(turned) != dumps_arrays(ARRAYS)
    assert list(loads_arrays(dumps_arrays(turned))) == list(turned)


def test_nothing_is_something() -> None:
    assert loads_arrays(dumps_arrays({})) == {}


def damaged(data: bytes) -> bytes:
    """The bytes with one changed in the midst of an array, so that its checksum fails."""
    place = data.index(b"\x03\x00\x00\x00\x04\x00\x00\x00")
    return data[:place] + b"\xff" + data[place + 1 :]


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"nonsense", dumps_arrays(ARRAYS)[:-30], damaged(dumps_arrays(ARRAYS))]
)
def test_what_is_no_arrays_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match=r"model\.bin: holds no readable arrays"):
        loads_arrays(data, "model.bin")


def test_a_lone_array_is_no_collection() -> None:
    alone = io.BytesIO()
    np.save(alone, np.arange(3))
    with pytest.raises(InputError, match="holds no readable arrays"):
        loads_arrays(alone.getvalue())


def test_objects_are_never_unpickled() -> None:
    with pytest.raises(ValueError, match="allow_pickle=False"):
        dumps_arrays({"objects": np.array([object()])})
    hostile = io.BytesIO()
    np.savez(hostile, objects=np.array([{"a": 1}], dtype=object))
    with pytest.raises(InputError, match="holds no readable arrays"):
        loads_arrays(hostile.getvalue())
