"""Verse: what readers make of files, the words of lines in any script, the traps of annotated corpora."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.freestyle import Verse, end_word, line_words, read_verses, verses_of_text
from likewise.freestyle.annotated_verse import stanza_classes
from likewise.freestyle.verse import pieces_at_commas


def written(folder: Path, text: str | bytes, name: str = "f.txt") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


class TestWords:
    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("Don’t stop — the star-light, NOW!", ["don't", "stop", "the", "star-light", "now"]),
            ("rock 'n' roll hustlin'", ["rock", "n", "roll", "hustlin"]),
            ("L’été, l'œuvre ?", ["l'été", "l'œuvre"]),
            ("Я помню", ["я", "помню"]),
            ("مرحبا بالعالم", ["مرحبا", "بالعالم"]),
            ("हिन्दी कविता", ["हिन्दी", "कविता"]),
            ("明月光，地上霜", ["明", "月", "光", "地", "上", "霜"]),
            ("🎤🔥 ...", []),
            ("", []),
            ("4 ever_and e\u0301", ["4", "ever", "and", "é"]),
        ],
    )
    def test_of_any_script(self, line: str, words: list[str]) -> None:
        assert line_words(line) == words
        assert end_word(line) == (words or [""])[-1]

    def test_words_before_commas_end_pieces(self) -> None:
        pieces, homes = pieces_at_commas(["one, two,", "...", "three"])
        assert ([end_word(piece) for piece in pieces], homes) == (["one", "two", "", "three"], [0, 0, 1, 2])


class TestPlain:
    def test_blank_lines_part_verses(self, tmp_path: Path) -> None:
        found = list(read_verses(written(tmp_path, "\n a b\nc\n\n \nd\n")))
        assert found == [Verse("2", ("a b", "c")), Verse("6", ("d",))]

    def test_lyrics_name_their_songs(self, tmp_path: Path) -> None:
        text = "%% en1\tsource\tSomeone\tA Title\na\n\nb\n%% en2\tsource\tSomeone\tA Title\nc\n"
        path = written(tmp_path, gzip.compress(text.encode()), "f.txt.gz")
        assert [(v.song, v.lines) for v in read_verses(path)] == [
            ("Someone/A Title/en1", ("a",)),
            ("Someone/A Title/en1", ("b",)),
            ("Someone/A Title/en2", ("c",)),
        ]

    def test_a_corpus_without_verse_breaks_is_one_verse(self, tmp_path: Path) -> None:
        (verse,) = read_verses(written(tmp_path, "a line\n" * 5000))
        assert len(verse.lines) == 5000

    def test_pasted_text(self) -> None:
        assert [v.lines for v in verses_of_text("a\nb\n\nc")] == [("a", "b"), ("c",)]
        assert verses_of_text(" \n") == []

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", "is empty, expected verse"),
            (b"\n \n", "is empty, expected verse"),
            (b"%% only a song\n", "holds no line of verse"),
            (b"caf\xe9\n", "not valid UTF-8"),
            ("un".encode("utf-16"), "is UTF-16"),
            (b"a\x01\x02\x03b\n", "holds control characters"),
            (b"{broken\n", "not valid JSON"),
            (b"{}\n", "expected a poem"),
            (b'{"stanzas": [3]}\n', "expected a list of objects"),
            (b'{"stanzas": [{"lines": "a"}]}\n', "expected a list of strings"),
            (b'{"lines": [{"words": "a"}]}\n', "expected a list of strings"),
            (b"\x1f\x8b\x08broken", "broken gzip data"),
        ],
    )
    def test_what_is_no_verse_is_refused_in_one_line(
        self, tmp_path: Path, content: bytes, message: str
    ) -> None:
        with pytest.raises(InputError, match=message) as error:
            list(read_verses(written(tmp_path, content)))
        assert "\n" not in str(error.value)
        assert "f.txt" in str(error.value)


class TestAnnotated:
    @pytest.mark.parametrize(
        ("scheme", "lines", "form", "classes"),
        [
            ("abab", 4, None, "a b a b"),
            ("aa*", 6, None, "a0 a0 a1 a1 a2 a2"),
            ("abab*", 8, None, "a0 b0 a0 b0 a1 b1 a1 b1"),
            ("aa*", 5, None, None),
            ("abcb", 8, None, None),
            ("aabbaa", 6, "distiques", "0 0 1 1 2 2"),
            ("abab", 4, "suite périodique", "a b a b"),
            ("abab", 4, "forme RegExp (timbres)", None),
            ("ab" * 8, 16, "suite périodique", None),
            ("ab" * 8, 16, None, " ".join("ab" * 8)),
        ],
    )
    def test_classes(self, scheme: str, lines: int, form: str | None, classes: str | None) -> None:
        assert stanza_classes(tuple(scheme), lines, form) == (classes and tuple(classes.split()))

    def test_a_verse_of_metrique_that_was_not_annotated(self) -> None:
        assert stanza_classes(("a", "", "a"), 3, "sonnet") is None
        assert stanza_classes(("a", "x", "a"), 3, "suite périodique avec x") == ("a", "", "a")

    def test_poems_and_songs(self, tmp_path: Path) -> None:
        poem = {"poet": "p", "title": "t", "stanzas": [{"scheme": ["a", "a"], "lines": ["x", "y"]}]}
        words: list[dict[str, Any]] = [
            {"section": "V", "words": ["A", "b."], "end_rhyme": "A"},
            {"section": "V", "words": ["c"], "end_rhyme": "a"},
            {"section": "V", "words": ["d"], "end_rhyme": None},
            {"section": "W", "words": ["e"], "end_rhyme": "A"},
        ]
        text = "\n".join(map(json.dumps, (poem, {"song": "s", "lines": words})))
        assert list(read_verses(written(tmp_path, text))) == [
            Verse("1.1", ("x", "y"), "p/t/1", ("a", "a")),
            Verse("2.1", ("A b.", "c", "d"), "s", ("a", "a", "")),
            Verse("2.2", ("e",), "s", ("a",)),
        ]
