"""A zip archive of JSON files, read one at a time and none longer than can be meant."""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from typing import IO, Any, NoReturn

from likewise.errors import InputError, MissingPartError
from likewise.io.jsonl import check_values
from likewise.io.lines import Advance, Source, name_of

__all__ = ["JsonArchive"]

_LONGEST = 1 << 28
_ZSTANDARD = 93
"""The method of compression that Python's own zipfile has from version 3.14 on."""
_LOCAL_HEADER = 30


class JsonArchive:
    """Opened by `with`; `names` are the files in it, `read` gives one as a value."""

    def __init__(self, path: Source, progress: Advance | None = None) -> None:
        self.file = name_of(path)
        self._progress = progress
        if os.fspath(path) == "-":
            self.refuse("a zip archive cannot be read from standard input, expected a file")
        try:
            self._zip = zipfile.ZipFile(path)
        except FileNotFoundError:
            self.refuse("no such file")
        except (zipfile.BadZipFile, OSError) as error:
            self.refuse(f"no zip archive that can be read ({str(error).lower()})")
        # A file that was written again stands there twice; the last one counts.
        self.names = list(dict.fromkeys(self._zip.namelist()))

    def __enter__(self) -> JsonArchive:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def refuse(self, message: str) -> NoReturn:
        """Raise `InputError` about the archive."""
        raise InputError(message, file=self.file)

    def read(self, name: str) -> Any:
        """The value in a file of the archive."""
        place = f"{self.file}/{name}"
        info = self._zip.getinfo(name)
        if info.file_size > _LONGEST:
            raise InputError(f"longer than {_LONGEST >> 20} MiB", file=place)
        try:
            text = self._bytes(info).decode("utf-8-sig")
            value = json.loads(text)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise InputError(f"cannot be unpacked ({str(error).lower()})", file=place) from None
        except UnicodeDecodeError:
            raise InputError("not valid UTF-8", file=place) from None
        except json.JSONDecodeError as error:
            raise InputError(f"not valid JSON ({error.msg})", file=place, line=error.lineno) from None
        except ValueError:
            raise InputError("JSON that is long beyond reason", file=place) from None
        check_values(value, place, 1)
        if self._progress is not None:
            self._progress(info.compress_size)
        return value

    def _bytes(self, info: zipfile.ZipInfo) -> bytes:
        if info.compress_type != _ZSTANDARD or hasattr(zipfile, "ZIP_ZSTANDARD"):
            with self._zip.open(info) as stream:
                return stream.read(_LONGEST)
        return self._unpacked(info)

    def _unpacked(self, info: zipfile.ZipInfo) -> bytes:
        """A file that is packed by Zstandard, which an optional library unpacks."""
        try:
            import zstandard
        except ImportError:
            part = f"zstandard, which unpacks {self.file} (`inspect log convert --to json` does without),"
            raise MissingPartError(part, "likewise[inspect]") from None
        stream = self._zip.fp
        assert stream is not None
        try:
            packed = _packed(stream, info)
            with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as reader:
                text = reader.read(info.file_size + 1)
        except zstandard.ZstdError as error:
            raise zipfile.BadZipFile(str(error)) from None
        if len(text) != info.file_size or zlib.crc32(text) != info.CRC:
            raise zipfile.BadZipFile("its length or sum is not as the archive says")
        return text


def _packed(stream: IO[bytes], info: zipfile.ZipInfo) -> bytes:
    """The bytes of a file as they lie in the archive, behind a header with two parts of variable length."""
    stream.seek(info.header_offset)
    header = stream.read(_LOCAL_HEADER)
    if len(header) < _LOCAL_HEADER:
        raise zipfile.BadZipFile("it is cut off")
    lengths = (int.from_bytes(header[start : start + 2], "little") for start in (26, 28))
    stream.seek(info.header_offset + _LOCAL_HEADER + sum(lengths))
    return stream.read(info.compress_size)
