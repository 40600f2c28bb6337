"""Treebanks with semantic roles, English and Chinese: the counts of their README, and trees that agree."""

from __future__ import annotations

import pytest

from likewise.io.conllu_plus import AnnotatedSentence, read_conllu_plus
from parts import needs_data, real_data

DATA = real_data("ud-up")
pytestmark = needs_data("ud-up")


def sentences(name: str) -> list[AnnotatedSentence]:
    return list(read_conllu_plus(DATA / name))


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("en_ewt-ud-pb-dev.conllup.gz", (1963, 4960, 9576)),
        ("zh_gsd-ud-up-dev.conllup.gz", (500, 675, 976)),
        ("zh_gsd-ud-up-train.conllup.gz", (3997, 5583, 8333)),
    ],
)
def test_counts_of_the_readme(name: str, counts: tuple[int, int, int]) -> None:
    read = sentences(name)
    roles = [word for sentence in read for _, word in sentence.predicates]
    assert (len(read), len(roles), sum(len(word.arguments) for word in roles)) == counts


def test_english_words_tokens_and_empty_nodes() -> None:
    read = sentences("en_ewt-ud-pb-dev.conllup.gz")
    first = read[0]
    assert first.text == "From the AP comes this story :"
    number, comes = first.predicates[0]
    assert (number, comes.lemma, comes.predicate, comes.features["Tense"]) == (4, "come", "come.03", "Pres")
    assert [(a.label, a.first, a.last) for a in comes.arguments] == [("ARG2", 1, 3), ("ARG1", 5, 6)]
    assert sum(len(sentence.empty) for sentence in read) == 4
    assert sum(size > 1 for sentence in read for _, size in sentence.tokens) == 355
    for sentence in read:
        tree = sentence.tree()
        assert sum(size for _, size in tree.tokens) == len(tree.words) == len(sentence.words)
        assert sum(word.head == 0 for word in tree.words) == 1


def test_tokens_spell_the_text() -> None:
    for sentence in sentences("zh_gsd-ud-up-dev.conllup.gz"):
        assert "".join(form for form, _ in sentence.tokens) == (sentence.text or "").replace(" ", "")
