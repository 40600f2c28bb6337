"""Frames from files: the formats by hand, the format found by looking, what is wrong told with its place."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.frames import FRAME_FORMATS, FramedSentence, dumps_role_lines, frames_as_dict, read_frames
from likewise.frames.frame_json import json_sentences
from likewise.frames.joined_sentences import spaced_offsets
from likewise.frames.role_lines import role_line_sentences
from likewise.records import Frame, Role

BITE = Frame((2, 3), (Role("ARG0", (0, 2)), Role("ARG1", (3, 5))))

CONLLU_PLUS = """\
# text = The dog bit the man.
1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\t_\t_
2\tdog\tdog\tNOUN\tNN\t_\t3\tnsubj\t_\t_\t_\t_
3\tbit\tbite\tVERB\tVBD\t_\t0\troot\t_\t_\tbite.01\tARG0:1-2|ARG1:4-5
4\tthe\tthe\tDET\tDT\t_\t5\tdet\t_\t_\t_\t_
5\tman\tman\tNOUN\tNN\t_\t3\tobj\t_\t_\t_\t_
6\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_\t_\t_

"""


def nine(*rows: str) -> str:
    """CoNLL-2009 out of `form lemma pos head relation pred arguments..`."""
    lines = []
    for number, row in enumerate(rows, 1):
        form, lemma, tag, head, relation, predicate, *arguments = row.split()
        fill = "_" if predicate == "_" else "Y"
        given = [str(number), form, lemma, lemma, tag, tag, "_", "_", head, head, relation, relation, fill]
        lines.append("\t".join([*given, predicate, *arguments]))
    return "\n".join(lines) + "\n\n"


# "the man who bit dogs yesterday left": both predicates have the man, one of them from under him.
CONLL_2009 = nine(
    "the the DT 2 NMOD _ _ _",
    "man man NN 7 SBJ _ A0 A0",
    "who who WP 4 SBJ _ R-A0 _",
    "bit bite VBD 2 NMOD bite.01 _ _",
    "dogs dog NNS 4 OBJ _ A1 _",
    "yesterday yesterday NN 4 TMP _ AM-TMP _",
    "left leave VBD 0 ROOT leave.01 _ _",
)


def written(tmp_path: Path, text: str, name: str = "frames.txt") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_conllu_plus(tmp_path: Path) -> None:
    path = tmp_path / "one.conllup.gz"
    path.write_bytes(gzip.compress(CONLLU_PLUS.encode()))
    (sentence,) = read_frames(path)
    assert sentence.frames == (Frame((2, 3), BITE.roles, "bite.01"),)
    assert sentence.heads == (1, 2, -1, 4, 2, 2)
    assert sentence.offsets[-2:] == ((16, 19), (19, 20))


def test_conll_2009_roles_are_what_hangs_under_their_word(tmp_path: Path) -> None:
    (sentence,) = read_frames(written(tmp_path, CONLL_2009))
    bite, leave = sentence.frames
    roles = (Role("ARG0", (0, 2)), Role("R-ARG0", (2, 3)), Role("ARG1", (4, 5)), Role("ARGM-TMP", (5, 6)))
    assert bite == Frame((3, 4), roles, "bite.01")
    assert leave == Frame((6, 7), (Role("ARG0", (0, 6)),), "leave.01")
    assert (sentence.heads[-1], sentence.tags[1], sentence.lemmas[4]) == (-1, "NN", "dog")


def test_role_lines(tmp_path: Path) -> None:
    text = (
        "[ARG0 The dog] [TARGET bit] [ARG1 the man] and ran\n"
        "[ARG0: The dog] bit the man and [V: ran]\n"
        "It rained -LSB- hard -RSB-\n"
        "It rained -LSB- hard -RSB-\n\n"
        "1: [TARGET Stop] it\n2:\t[TARGET Stop] it\n"
    )
    first, second, third, *rest = read_frames(written(tmp_path, text))
    assert first.frames == (BITE, Frame((6, 7), (Role("ARG0", (0, 2)),)))
    assert second == third
    assert (second.tokens, second.frames) == (("It", "rained", "[", "hard", "]"), ())
    assert [one.tokens for one in rest] == [("Stop", "it")] * 2


def test_the_format_is_found_or_named(tmp_path: Path) -> None:
    row = {"tokens": ["The", "dog", "bit", "the", "man"], "frames": [{"predicate": [2, 3]}]}
    texts = {
        "conllu-plus": CONLLU_PLUS,
        "conll-2009": CONLL_2009,
        "role-lines": "[ARG0 The dog] [TARGET bit]\n",
        "json-lines": "\n" + json.dumps(row) + "\n",
    }
    assert tuple(texts) == FRAME_FORMATS
    for name, text in texts.items():
        path = written(tmp_path, text)
        assert list(read_frames(path)) == list(read_frames(path, format=name))
    columns = " ".join(["ID", "FORM", "HEAD", "UP:PRED", "UP:ARGSPANS", *(f"X:{k}" for k in range(10))])
    wide = "\t".join(["1", "Go", "0", "go.01", "_", *"_" * 10])
    (sentence,) = read_frames(written(tmp_path, f"# global.columns = {columns}\n{wide}\n"))
    assert sentence.frames == (Frame((0, 1), (), "go.01"),)


WRONG: list[tuple[str, str, str]] = [
    ("auto", "", "frames.txt: holds no sentence, expected role-lines"),
    ("auto", "[ARG0 The dog bit\n", "frames.txt:1: field 'ARG0': a bracket is not closed"),
    ("auto", "The ] dog\n", "frames.txt:1: a closing bracket without [LABEL"),
    ("auto", "[ARG0 The [V bit]]\n", "frames.txt:1: a bracket inside a bracket"),
    ("auto", "\n[ARG0 The dog] bit\n", "frames.txt:2: field 'TARGET': expected one predicate, found 0"),
    ("auto", "[V a] [V b]\n", "expected one predicate, found 2"),
    ("auto", "[V]\n", "field 'V': has no words"),
    ("auto", "1: [V a] b\n1: [V a] c\n", "frames.txt:2: field 'words': other words than the line before"),
    ("auto", "1: [V a] b\n1: [V a] b\n", "frames.txt:2: field 'TARGET': the same predicate"),
    ("conll-2009", "1\ta\n", "frames.txt:1: expected 14 or more columns with tabs, found 2"),
    ("auto", CONLL_2009.replace("2\tman", "3\tman"), "frames.txt:2: field 'ID': 3: expected 2"),
    (
        "auto",
        CONLL_2009.replace("\t7\t7\t", "\t9\t7\t"),
        "frames.txt:2: field 'HEAD': 9: expected the",
    ),
    ("auto", CONLL_2009.replace("\t0\t0\t", "\t2\t2\t"), "field 'HEAD': its heads go round in a circle"),
    ("auto", nine("Go go VB 0 ROOT go.01"), "frames.txt:1: field 'PRED': 1 predicates and 0 columns"),
    ("auto", CONLLU_PLUS.replace("ARG1:4-5", "ARG1:4-9"), "frames.txt:4: field 'UP:ARGSPANS': ARG1:4-9"),
    ("auto", "{\n", "frames.txt:1: is not JSON"),
    ("json-lines", "[]\n", "frames.txt:1: expected an object"),
    ("auto", "{}\n", "frames.txt:1: field 'tokens': is missing"),
    ("auto", '{"tokens": [1]}\n', "field 'tokens': expected a list of strings"),
    ("auto", '{"tokens": ["a"], "tags": []}\n', "field 'tags': expected 1, one a token"),
    ("auto", '{"tokens": ["a"], "heads": [1]}\n', "field 'heads': expected 1 numbers of words"),
    ("auto", '{"tokens": ["a"], "frames": [{"predicate": [0, 2]}]}\n', "field 'predicate': expected [first"),
    ("auto", '{"tokens": ["a"], "frames": [{"predicate": [0, 1], "roles": [1]}]}\n', "field 'roles'"),
    ("auto", '{"tokens": ["a"], "lang": 1}\n', "field 'lang'"),
    ("auto", '{"tokens": ["a"], "offsets": [1]}\n', "field 'offsets'"),
    ("srl", "", "field 'format': srl: expected one of auto, conllu-plus"),
]


@pytest.mark.parametrize(("kind", "text", "said"), WRONG)
def test_what_is_wrong_is_told(tmp_path: Path, kind: str, text: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        list(read_frames(written(tmp_path, text), format=kind))
    assert said in str(error.value)


words = st.lists(st.sampled_from(["a", "b", "[", "]", "1:", "x.y"]), min_size=1, max_size=8)


@st.composite
def framed(draw: st.DrawFn) -> FramedSentence:
    """A sentence with frames whose spans do not overlap, each with a predicate of its own."""
    tokens = ("w", *draw(words))
    size = len(tokens)
    frames = []
    for predicate in sorted(draw(st.sets(st.integers(0, size - 1), max_size=3))):
        bounds = sorted(draw(st.sets(st.integers(0, size), max_size=4)))
        spans = list(zip(bounds[::2], bounds[1::2], strict=False))
        roles = [Role(f"ARG{n}", span) for n, span in enumerate(spans) if not span[0] <= predicate < span[1]]
        frames.append(Frame((predicate, predicate + 1), tuple(roles)))
    nothing = ("_",) * size
    offsets = spaced_offsets(tokens)
    return FramedSentence(tokens, offsets, nothing, (-1,) * size, nothing, tuple(frames), "en", ())


@settings(max_examples=60, deadline=None)
@given(st.lists(framed(), max_size=4))
def test_what_is_written_is_read_again(sentences: list[FramedSentence]) -> None:
    lines = enumerate(dumps_role_lines(sentences).splitlines(), 1)
    assert list(role_line_sentences(lines, None)) == sentences
    rows = [json.dumps(frames_as_dict(one)) for one in sentences]
    assert list(json_sentences(enumerate(rows, 1), None)) == sentences


def test_overlaps_have_no_role_lines() -> None:
    (sentence,) = role_line_sentences([(1, "[ARG0 a b] [TARGET c]")], None)
    over = Frame((1, 2), sentence.frames[0].roles)
    for tokens, frame, said in ((("a", "b", "c"), over, "overlaps"), (("a b", "b", "c"), BITE, "blanks")):
        bad = FramedSentence(tokens, (), (), (), (), (frame,))
        with pytest.raises(InputError, match=said):
            dumps_role_lines([bad])
