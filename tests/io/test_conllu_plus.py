"""CoNLL-U Plus: named columns, roles, multiword tokens, empty nodes; complaints name file, line and field."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.io.conllu import read_conllu
from likewise.io.conllu_plus import AnnotatedSentence, AnnotatedWord, RoleSpan, read_conllu_plus

HEADER = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC UP:PRED UP:ARGSPANS"
BASIC = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")


def row(number: str, form: str = "_", **values: str) -> str:
    names = [*BASIC, "PRED", "ARGS"]
    return "\t".join([number, form, *(values.get(name, "_") for name in names[2:])])


def read(tmp_path: Path, *lines: str, columns: Sequence[str] | None = None) -> list[AnnotatedSentence]:
    path = tmp_path / "roles.conllup"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list(read_conllu_plus(path, columns=columns))


SENTENCE = [
    "# sent_id = s1",
    "# newpar",
    "# text = He didn't write",
    row("1", "He", LEMMA="he", UPOS="PRON", XPOS="PRP", FEATS="Case=Nom|Person=3", HEAD="4", DEPREL="nsubj"),
    row("2-3", "didn't", MISC="SpaceAfter=No"),
    row("2", "did", LEMMA="do", UPOS="AUX", HEAD="4", DEPREL="aux", PRED="do.01"),
    row("3", "n't", LEMMA="not", UPOS="PART", HEAD="4", DEPREL="advmod", MISC="Checked|Gloss=not"),
    row("4", "write", LEMMA="write", UPOS="VERB", HEAD="0", DEPREL="root", DEPS="0:root|4.1:conj:and",
        PRED="write.01", ARGS="ARG0:1-1|ARGM-NEG:3-3|C-ARG1:1-3"),
    row("4.1", "write", LEMMA="write", DEPS="4:conj", MISC="CopyOf=4"),
]  # fmt: skip


@pytest.mark.parametrize("header", [[], [HEADER]], ids=["usual columns", "named columns"])
def test_a_sentence_with_roles(tmp_path: Path, header: list[str]) -> None:
    (sentence,) = read(tmp_path, *header, *SENTENCE)
    assert (sentence.id, sentence.text) == ("s1", "He didn't write")
    assert sentence.comments["newpar"] == ""
    assert sentence.tokens == (("He", 1), ("didn't", 2), ("write", 1))
    he, did, not_, write = sentence.words
    assert he == AnnotatedWord("He", "he", "PRON", "PRP", {"Case": "Nom", "Person": "3"}, 4, "nsubj")
    assert (did.predicate, did.arguments) == ("do.01", ())
    assert not_.misc == {"Checked": "", "Gloss": "not"}
    assert write.arguments == (RoleSpan("ARG0", 1, 1), RoleSpan("ARGM-NEG", 3, 3), RoleSpan("C-ARG1", 1, 3))
    assert write.enhanced == (("0", "root"), ("4.1", "conj:and"))
    assert [number for number, _ in sentence.predicates] == [2, 4]
    (node,) = sentence.empty
    assert (node.id, node.after, node.word.form, node.word.head) == ("4.1", 4, "write", None)
    assert node.word.misc == {"CopyOf": "4"}


def test_the_tree_is_what_the_other_reader_gives(tmp_path: Path) -> None:
    lines = ["\t".join(line.split("\t")[:10]) for line in SENTENCE]
    (sentence,) = read(tmp_path, *lines)
    assert sentence.tree() == next(read_conllu(tmp_path / "roles.conllup"))
    assert sentence.predicates == []


def test_columns_of_ones_own(tmp_path: Path) -> None:
    lines = ["1\t_\tgo.01\tA0:2|A1:3\tsure", "2\tB\t_\t_\t_", "3\tC\t_\t_\t_"]
    header = "# global.columns = ID FORM UP:PRED UP:ARGHEADS MY:DOUBT"
    (sentence,) = read(tmp_path, header, *lines)
    go = sentence.words[0]
    assert (go.form, go.lemma, go.head, go.predicate) == ("_", None, None, "go.01")
    assert go.arguments == (RoleSpan("A0", 2, 2), RoleSpan("A1", 3, 3)), "heads where there are no spans"
    assert go.other == {"MY:DOUBT": "sure"}
    assert read(tmp_path, *lines, columns=header.partition("= ")[2].split()) == [sentence]
    with pytest.raises(InputError, match="field 'HEAD': word 1 of sentence None has no head"):
        sentence.tree()


def test_spans_come_before_heads(tmp_path: Path) -> None:
    lines = ["\t".join([str(n), w, *"_" * 8, p, h, s]) for n, w, p, h, s in
             [(1, "He", "_", "_", "_"), (2, "left", "leave.01", "A0:1", "A0:1-2")]]  # fmt: skip
    (sentence,) = read(tmp_path, *lines)
    assert sentence.words[1].arguments == (RoleSpan("A0", 1, 2),)


def test_what_is_unspecified_is_none_but_an_underscore_is_a_word(tmp_path: Path) -> None:
    (sentence,) = read(tmp_path, row("1", "_", HEAD="0", DEPREL="root"), row("2", "x", UPOS="*", HEAD="1"))
    assert [(word.form, word.lemma) for word in sentence.words] == [("_", "_"), ("x", None)]
    assert sentence.words[1].upos is None
    assert sentence.words[1].relation is None


def test_several_sentences_and_blank_lines(tmp_path: Path) -> None:
    one, two = read(tmp_path, HEADER, "", *SENTENCE, "", "", "# sent_id = s2", row("1", "Yes", HEAD="0"), "")
    assert (one.id, two.id, len(two.words), two.empty) == ("s1", "s2", 1, ())


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ["1\tdog"],
            ":1: 2 columns with tabs and no '# global.columns =' line; without it expected 10, 12, 13",
        ),
        ([HEADER, "1\tdog"], ":2: expected 12 columns with tabs, found 2"),
        (
            ["# global.columns = FORM", "dog"],
            ":2: field 'global.columns': expected columns with ID among them",
        ),
        (
            ["# global.columns = ID ID", "1\t1"],
            ":2: field 'global.columns': expected columns with ID among them",
        ),
        ([row("2", "dog")], ":1: field 'ID': 2: expected word 1"),
        ([row("1", "a", HEAD="b"), row("3", "c")], ":1: field 'HEAD': b: expected the number of a word"),
        ([row("1", "a", HEAD="2")], ":1: field 'HEAD': 2: the sentence has 1 words"),
        ([row("1-2", "au"), row("1", "à")], ":2: field 'ID': a multiword token lacks its words"),
        ([row("2.1", "x"), row("1", "a")], ":1: field 'ID': 2.1: expected an empty node behind word 0"),
        ([row("1", "a", FEATS="Case")], ":1: field 'FEATS': Case: expected Name=Value"),
        ([row("1", "a", DEPS="root")], ":1: field 'DEPS': root: expected head:relation"),
        ([row("1", "a", PRED="b.01", ARGS="1-1")], ":1: field 'UP:ARGSPANS': 1-1: expected LABEL:first-last"),
        (
            [row("1", "a", PRED="b.01", ARGS="A:x-1")],
            ":1: field 'UP:ARGSPANS': A:x-1: expected LABEL:first-last",
        ),
        (
            [row("1", "a", PRED="b.01", ARGS="A:1-2")],
            ":1: field 'UP:ARGSPANS': A:1-2: expected words from 1 to 1",
        ),
        ([row("1", "a", ARGS="A:1-1")], ":1: field 'UP:ARGSPANS': A:1-1: arguments of no predicate"),
        (["# nothing"], "holds no sentence, expected CoNLL-U Plus (columns with tabs)"),
    ],
)
def test_refused(tmp_path: Path, lines: list[str], said: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, *lines)
    assert said in str(caught.value)
    assert "roles.conllup" in str(caught.value)
