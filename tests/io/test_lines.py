"""Lines in and out: what is read, what is refused and where, and output that is whole or absent."""

from __future__ import annotations

import gzip
import io
import os
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.io.lines import MAX_LINE_BYTES, open_binary, read_lines, write_text

# A line of text holds no line feed, no NUL, and no carriage return at its end (that is a line end too).
lines = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\0"), max_size=20).filter(
        lambda line: not line.endswith("\r") and not line.startswith("\ufeff")
    ),
    max_size=8,
)


def texts(path: str | Path) -> list[str]:
    return [text for _, text in read_lines(path)]


def refused(path: str | Path) -> str:
    with pytest.raises(InputError) as caught:
        list(read_lines(path))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder that others can look into, and no superuser's rights while the test runs."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        if os.geteuid() != 0:
            yield Path(folder)
            return
        os.chown(folder, 65534, 65534)
        os.seteuid(65534)
        try:
            yield Path(folder)
        finally:
            os.seteuid(0)


class TestRead:
    def test_numbers_and_texts(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        path.write_bytes("one\n\nthré \t\r\n four\rvier".encode())
        assert list(read_lines(path)) == [(1, "one"), (2, ""), (3, "thré \t"), (4, " four\rvier")]

    def test_empty_file_has_no_line(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes(b"")
        assert texts(tmp_path / "f") == []

    def test_byte_order_mark_is_dropped_from_the_first_line_alone(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes("\ufeffone\n\ufefftwo\n".encode())
        assert texts(tmp_path / "f") == ["one", "\ufefftwo"]

    def test_only_line_feeds_end_lines(self, tmp_path: Path) -> None:
        odd = "a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g"
        (tmp_path / "f").write_bytes(odd.encode())
        assert texts(tmp_path / "f") == [odd]

    @given(rows=lines, name=st.sampled_from(["f.txt", "f.txt.gz"]))
    @settings(max_examples=60, deadline=None)
    def test_what_is_written_is_read(self, rows: list[str], name: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)
            with write_text(path) as stream:
                stream.writelines(row + "\n" for row in rows)
            assert texts(path) == rows
            assert os.listdir(folder) == [name]

    def test_gzip_is_known_by_its_bytes_not_its_name(self, tmp_path: Path) -> None:
        (tmp_path / "packed").write_bytes(gzip.compress(b"a\nb\n") + gzip.compress(b"c\n"))
        (tmp_path / "plain.gz").write_bytes(b"a\nb\n")
        assert texts(tmp_path / "packed") == ["a", "b", "c"]
        assert texts(tmp_path / "plain.gz") == ["a", "b"]

    def test_progress_counts_every_byte(self, tmp_path: Path) -> None:
        raw = "a\né\r\nlast".encode()
        (tmp_path / "f").write_bytes(raw)
        sizes: list[int] = []
        list(read_lines(tmp_path / "f", progress=sizes.append))
        assert sum(sizes) == len(raw)

    @pytest.mark.parametrize("raw", [b"one\ntwo\n", gzip.compress(b"one\ntwo\n")], ids=["plain", "gzip"])
    def test_standard_input(self, raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        assert texts("-") == ["one", "two"]

    @pytest.mark.parametrize("raw", [b"one\ntwo\n", gzip.compress(b"one\ntwo\n")], ids=["plain", "gzip"])
    def test_standard_input_of_a_process(self, raw: bytes) -> None:
        code = "from likewise.io.lines import read_lines; print(list(read_lines('-')))"
        done = subprocess.run([sys.executable, "-c", code], input=raw, capture_output=True, check=True)
        assert done.stdout.decode().strip() == "[(1, 'one'), (2, 'two')]"

    def test_closed_standard_input_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        assert refused("-") == "<stdin>: is closed, expected input"

    def test_a_file_may_be_called_like_standard_input(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("<stdin>").write_text("the file\n")
        assert texts("<stdin>") == ["the file"]

    def test_a_line_of_five_megabytes(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes(b"x" * 5_000_000 + b"\nshort\n")
        assert [len(text) for text in texts(tmp_path / "f")] == [5_000_000, 5]

    def test_the_longest_line(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes(b"x" * (MAX_LINE_BYTES - 1) + b"\nshort\n")
        assert [len(text) for text in texts(tmp_path / "f")] == [MAX_LINE_BYTES - 1, 5]


class TestRefused:
    def test_a_line_of_seventeen_megabytes(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        path.write_bytes(b"short\n" + b"x" * 17_000_000 + b"\n")
        assert refused(path) == f"{path}:2: line longer than 16 MiB"
        path.write_bytes(gzip.compress(b"x" * 17_000_000, 1))
        assert refused(path) == f"{path}:1: line longer than 16 MiB"

    def test_invalid_utf8_with_byte_and_column(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        path.write_bytes(b"fine\nab\xffcd\n")
        assert refused(path) == f"{path}:2: not valid UTF-8 (byte 0xff at column 3), save the file as UTF-8"

    def test_invalid_utf8_behind_a_byte_order_mark(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        path.write_bytes(b"\xef\xbb\xbfab\xfecd\n")
        assert refused(path) == f"{path}:1: not valid UTF-8 (byte 0xfe at column 3), save the file as UTF-8"

    def test_encoded_surrogate_is_not_utf8(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes(b"\xed\xa0\x80\n")
        assert "not valid UTF-8" in refused(tmp_path / "f")

    def test_utf16(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes("text".encode("utf-16"))
        assert "is UTF-16, save the file as UTF-8" in refused(tmp_path / "f")

    def test_nul(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        path.write_bytes(b"fine\nab\0cd\n")
        assert refused(path) == f"{path}:2: NUL character at column 3"

    @pytest.mark.parametrize(
        "raw",
        [
            b"\x1f\x8b",
            b"\x1f\x8b\x00garbage",
            gzip.compress(b"a\n" * 9000)[:-12],
            gzip.compress(b"a\n")[:-1],
            gzip.compress(b"a\n" * 9000)[:20] + b"\xff" * 40,
            gzip.compress(b"a\n")[:-8] + b"\0" * 8,
            gzip.compress(b"a\n") + b"trailing garbage",
        ],
        ids=["bare", "header", "cut", "last byte", "body", "checksum", "trailing"],
    )
    def test_broken_gzip(self, tmp_path: Path, raw: bytes) -> None:
        (tmp_path / "f.gz").write_bytes(raw)
        assert "broken gzip data" in refused(tmp_path / "f.gz")

    def test_folder_and_missing_file(self, tmp_path: Path) -> None:
        assert refused(tmp_path) == f"{tmp_path}: is a folder, expected a file"
        assert refused(tmp_path / "absent") == f"{tmp_path / 'absent'}: no such file"
        (tmp_path / "f").write_bytes(b"")
        assert "cannot be read (not a directory)" in refused(tmp_path / "f" / "below")

    def test_names_that_no_file_can_have(self) -> None:
        assert refused("a\0b") == "a\\x00b: is no file name (it holds a NUL character)"
        assert "cannot be read (file name too long)" in refused("x" * 300)

    def test_no_permission(self, unprivileged: Path) -> None:
        path = unprivileged / "secret"
        path.write_bytes(b"a\n")
        path.chmod(0)
        assert refused(path) == f"{path}: cannot be read (permission denied)"
        path.chmod(0o600)
        unprivileged.chmod(0)
        try:
            assert refused(path) == f"{path}: cannot be read (permission denied)"
        finally:
            unprivileged.chmod(0o755)

    def test_handles_are_closed(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes(b"a\n")
        with open_binary(tmp_path / "f") as handle:
            assert handle.read() == b"a\n"
        assert handle.closed


class TestWrite:
    @pytest.mark.parametrize("name", ["f.txt", "f.txt.gz"])
    @pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
    def test_an_error_in_the_middle_leaves_nothing(
        self, tmp_path: Path, name: str, error: type[BaseException]
    ) -> None:
        def write() -> None:
            with write_text(tmp_path / name) as stream:
                stream.write("half\n" * 50_000)
                raise error

        with pytest.raises(error):
            write()
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("name", ["f.txt", "f.txt.gz"])
    def test_an_error_in_the_middle_leaves_the_old_file_as_it_was(self, tmp_path: Path, name: str) -> None:
        def write() -> None:
            with write_text(path) as stream:
                stream.write("new")
                raise ValueError("stopped")

        path = tmp_path / name
        path.write_bytes(b"old")
        path.chmod(0o640)
        with pytest.raises(ValueError, match="stopped"):
            write()
        assert path.read_bytes() == b"old"
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert list(tmp_path.iterdir()) == [path]

    def test_nothing_is_seen_before_the_end(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        path.write_text("old")
        with write_text(path) as stream:
            stream.write("new")
            stream.flush()
            assert path.read_text() == "old"
        assert path.read_text() == "new"

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755, 0o444])
    def test_the_old_files_permissions_stay(self, tmp_path: Path, mode: int) -> None:
        path = tmp_path / "f"
        path.write_text("old")
        path.chmod(mode)
        with write_text(path) as stream:
            stream.write("new")
        assert path.read_text() == "new"
        assert stat.S_IMODE(path.stat().st_mode) == mode

    @pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
    def test_a_new_file_has_the_usual_permissions(self, tmp_path: Path, mask: int) -> None:
        before = os.umask(mask)
        try:
            with write_text(tmp_path / "f"):
                pass
        finally:
            assert os.umask(before) == mask
        assert stat.S_IMODE((tmp_path / "f").stat().st_mode) == 0o666 & ~mask

    def test_what_replaces_a_private_file_is_private_all_along(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        path.touch(0o600)
        with write_text(path):
            modes = [stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()]
        assert modes == [0o600, 0o600]

    def test_gzip_output_is_deterministic_and_bears_no_name_or_time(self, tmp_path: Path) -> None:
        for name in ("a.gz", "b.gz"):
            with write_text(tmp_path / name) as stream:
                stream.write("text é\n" * 1000)
        packed = (tmp_path / "a.gz").read_bytes()
        assert packed == (tmp_path / "b.gz").read_bytes()
        assert packed[3] == 0, "no flag: no file name in the header"
        assert packed[4:8] == b"\0\0\0\0", "no time"
        assert gzip.decompress(packed).decode() == "text é\n" * 1000

    def test_line_ends_are_kept_as_they_are(self, tmp_path: Path) -> None:
        with write_text(tmp_path / "f") as stream:
            stream.write("a\r\nb\nc\r")
        assert (tmp_path / "f").read_bytes() == b"a\r\nb\nc\r"

    def test_two_writers_at_once(self, tmp_path: Path) -> None:
        path, mask = tmp_path / "f", os.umask(0o022)
        os.umask(mask)
        start = threading.Barrier(4)

        def write(letter: str) -> None:
            start.wait()
            for _ in range(25):
                with write_text(path) as stream:
                    stream.write(letter * 100_000)

        writers = [threading.Thread(target=write, args=(letter,)) for letter in "abcd"]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        text = path.read_text()
        assert text in {letter * 100_000 for letter in "abcd"}
        assert list(tmp_path.iterdir()) == [path]
        after = os.umask(mask)
        assert after == mask

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        target, link = tmp_path / "target", tmp_path / "link"
        link.symlink_to(target)
        for text in ("first", "second"):
            with write_text(link) as stream:
                stream.write(text)
            assert link.is_symlink()
            assert target.read_text() == text

    def test_a_pipe_is_written_directly(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        read: list[str] = []
        reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
        reader.start()
        with write_text(pipe) as stream:
            stream.write("through")
        reader.join()
        assert read == ["through"]
        assert stat.S_ISFIFO(pipe.stat().st_mode)

    def test_standard_output(self, capsys: pytest.CaptureFixture[str]) -> None:
        with write_text("-") as stream:
            stream.write("said\n")
        assert capsys.readouterr().out == "said\n"

    def test_long_names(self, tmp_path: Path) -> None:
        path = tmp_path / ("é" * 125)
        with write_text(path) as stream:
            stream.write("kept")
        assert path.read_text() == "kept"

    def test_refused_places(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        (tmp_path / "loop").symlink_to(tmp_path / "loop")
        for place, expected in [
            (tmp_path, "is a folder, expected a file to write"),
            (tmp_path / "absent" / "f", "its folder does not exist"),
            (tmp_path / "file" / "f", "cannot be written (not a directory)"),
            (tmp_path / "loop", "cannot be written (symlink loop"),
            (tmp_path / "a\0b", "cannot be written (embedded null"),
            (tmp_path / ("x" * 300), "cannot be written (file name too long)"),
        ]:
            with pytest.raises(InputError) as caught, write_text(place):
                pytest.fail("was opened")
            assert expected in str(caught.value)
            assert caught.value.file == str(place)
        assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "loop"]

    def test_no_permission(self, unprivileged: Path) -> None:
        for mode in (0o500, 0):
            unprivileged.chmod(mode)
            try:
                with pytest.raises(InputError, match="permission denied"), write_text(unprivileged / "f"):
                    pytest.fail("was opened")
            finally:
                unprivileged.chmod(0o755)
        assert list(unprivileged.iterdir()) == []
