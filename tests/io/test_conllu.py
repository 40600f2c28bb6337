"""CoNLL-U: words, multiword tokens, empty nodes, complaints."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.io.conllu import DependencySentence, DependencyWord, read_conllu


def row(
    number: str, form: str, head: str = "_", relation: str = "_", upos: str = "X", xpos: str = "_"
) -> str:
    return "\t".join([number, form, "_", upos, xpos, "_", head, relation, "_", "_"])


def read(tmp_path: Path, *lines: str) -> list[DependencySentence]:
    path = tmp_path / "trees.conllu"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list(read_conllu(path))


def test_sentences(tmp_path: Path) -> None:
    first, second = read(
        tmp_path,
        "# sent_id = a1",
        "# text = Va au parc",
        row("1", "Va", "0", "root", "VERB"),
        row("2-3", "au"),
        row("2", "à", "4", "case", "ADP"),
        row("3", "le", "4", "det", "_", "DA"),
        row("3.1", "elided"),
        row("4", "parc", "1", "obl", "NOUN"),
        "",
        "# sent_id = nothing was parsed",
        "",
        row("1", "Oui", "0", "root"),
    )
    assert first.id == "a1"
    assert first.tokens == (("Va", 1), ("au", 2), ("parc", 1))
    assert [word.form for word in first.words] == ["Va", "à", "le", "parc"]
    assert first.words[2] == DependencyWord("le", "DA", 4, "det")
    assert (second.id, len(second.words)) == (None, 1)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["1 dog"], ":1: expected 10 columns with tabs, found 1"),
        ([row("2", "dog", "0")], ":1: field 'ID': 2: expected word 1"),
        ([row("1", "dog", "zero")], ":1: field 'HEAD': zero: expected the number of a word"),
        ([row("1", "dog", "2")], ":1: field 'HEAD': 2: the sentence has 1 words"),
        ([row("1-2", "au"), row("1", "à", "0")], ":2: field 'ID': a multiword token lacks its words"),
        ([row("1-1", "au"), row("1", "à", "0")], ":1: field 'ID': 1-1: expected word 1"),
        (["# nothing"], "holds no sentence, expected CoNLL-U (ten columns with tabs)"),
    ],
)
def test_refused(tmp_path: Path, lines: list[str], said: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, *lines)
    assert str(caught.value).endswith(said)
