"""The staged collections: every question in its own language finds its paragraph, engines agree."""

from __future__ import annotations

import json
import random
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

from likewise.ask.documents import Document
from likewise.ask.question import Keyword, Question
from likewise.ask.retrieval import DocumentIndex, DocumentSource, build_index, loads_query, open_index
from likewise.ask.retrieval.tantivy_engine import INSTALL_ASK
from likewise.ask.translated import KeywordTranslation, QuestionTranslation, TranslationCandidate
from parts import needs_data, real_data

pytestmark = needs_data("clqa")

FILES = {
    "zh": ("ec_docs.jsonl", "zh_hans_background.jsonl.gz", "zh_hant_background.jsonl.gz"),
    "ja": ("ej_docs.jsonl", "ja_background.jsonl.gz"),
}
QUESTIONS = {"zh": "ec_questions.jsonl", "ja": "ej_questions.jsonl"}


def documents(lang: str) -> list[Document]:
    """In an order by chance: where scores are the same, the gold paragraphs must not come first."""
    own = [one for name in FILES[lang] for one in DocumentSource(real_data("clqa", name), lang)]
    random.Random(0).shuffle(own)
    return own


@pytest.fixture(scope="module", params=["zh", "ja"])
def index(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> DocumentIndex:
    folder = tmp_path_factory.mktemp("index") / request.param
    report = build_index(documents(request.param), request.param, folder, dense=False, words=False)
    assert report.documents == {"zh": 3249, "ja": 13477}[request.param]
    return open_index(folder)


def pairs(index: DocumentIndex, text: str) -> QuestionTranslation:
    """A question in the language of the documents, each two neighbouring tokens a keyword."""
    spans = index.tokenizer.spans(text)
    texts = [text[a[1] : b[2]] for a, b in pairwise(spans)]
    return QuestionTranslation(
        index.lang,
        tuple(
            KeywordTranslation(Keyword(one, "word", 0, 1), (TranslationCandidate(one, ("gold",), 1.0),))
            for one in dict.fromkeys(texts)
        ),
    )


def test_gold_questions_find_their_paragraph(index: DocumentIndex) -> None:
    """Characters in pairs as keywords, every fifth Chinese and every third Japanese question: a sanity check.

    On all Japanese ones the figures are lower than on these.
    """
    rows = [
        json.loads(line)
        for line in Path(real_data("clqa", QUESTIONS[index.lang])).read_text(encoding="utf-8").splitlines()
    ][:: 5 if index.lang == "zh" else 3]
    first = ten = 0
    for row in rows:
        asked = Question(row["question_en"], "thing", "", ())
        hits = index.search(asked, pairs(index, row["question_gold"]), method="lexical", limit=10).hits
        ids = [hit.document.id for hit in hits]
        first += ids[:1] == [row["doc"]]
        ten += row["doc"] in ids
    assert first / len(rows) > 0.8
    assert ten / len(rows) > 0.9


@pytest.mark.skipif(
    find_spec("tantivy") is None, reason=f"tantivy is not installed; get it with: {INSTALL_ASK}"
)
def test_tantivy_agrees_on_the_collection(tmp_path: Path) -> None:
    own = documents("zh")
    found = []
    for engine in ("arrays", "tantivy"):
        build_index(own, "zh", tmp_path / engine, dense=False, words=False, engine=engine)  # type: ignore[arg-type]
        index = open_index(tmp_path / engine)
        found.append(
            [
                index.matches(loads_query(query)).tolist()
                for query in (
                    "中国",
                    "#OD4(中国 政府)",
                    "#UW60(美国 政府 总统)",
                    "#BAND( 联合国 #NOT(#OD2(美国 政府)) #SYN(组织 会议) )",
                )
            ]
        )
    assert found[0] == found[1]
    assert all(found[0])
