"""Indexes on disk: what is built, changed, removed, damaged, and what is told of it."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from likewise.ask.documents import Document
from likewise.ask.question import Keyword, Question
from likewise.ask.retrieval import (
    DocumentIndex,
    IndexReport,
    SearchEngine,
    build_index,
    index_builder,
    loads_query,
    open_index,
)
from likewise.ask.retrieval.index_manifest import FORMAT, build_lock
from likewise.ask.retrieval.passage_split import LONGEST, split_passages
from likewise.ask.retrieval.tantivy_engine import INSTALL_ASK
from likewise.ask.translated import KeywordTranslation, QuestionTranslation, TranslationCandidate
from likewise.errors import InputError, RefusedError

DOCUMENTS = [
    Document("bush", "布什总统在2003年派兵到伊拉克。", "zh"),
    Document("un", "联合国秘书长访问伊拉克。", "zh"),
    Document("leaf", "叶子离开树。灌木也有叶子。", "zh", "Leaves"),
]


def built(folder: Path, documents: list[Document], **settings: object) -> IndexReport:
    return build_index(documents, "zh", folder, dense=False, words=False, **settings)  # type: ignore[arg-type]


def found(index: DocumentIndex, query: str) -> list[str]:
    return [index.passage(int(number)).id for number in index.matches(loads_query(query))]


def test_an_index_holds_its_documents(tmp_path: Path) -> None:
    report = built(tmp_path / "index", DOCUMENTS)
    assert (report.documents, report.added, report.tokens) == (3, 3, 13 + 11 + 11)
    index = open_index(tmp_path / "index")
    assert list(index.documents.values()) == DOCUMENTS
    assert found(index, "#BAND(伊拉克 #NOT(布什))") == ["un"]
    assert index.pages("伊拉克") == 2
    assert index.together(["布什", "伊拉克"]) == 1


def test_only_what_is_new_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    built(folder, DOCUMENTS)
    changed = Document("un", "联合国大会。", "zh")
    new = Document("new", "伊拉克新闻。", "zh")
    report = built(folder, [DOCUMENTS[0], changed, new])
    assert (report.unchanged, report.changed, report.added, report.removed) == (1, 1, 1, 1)
    index = open_index(folder)
    assert sorted(index.documents) == ["bush", "new", "un"]
    assert index.documents["un"] == changed
    assert sorted(found(index, "伊拉克")) == ["bush", "new"]
    assert found(index, "叶子") == []
    assert index.pages("伊拉克") == 2
    # Parts hold more; documents that are gone count nowhere.
    assert built(folder, [new], remove_missing=False).documents == 3
    assert built(folder, [new]).documents == 1
    assert list(open_index(folder).documents) == ["new"]


def test_many_small_updates_leave_few_parts(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    for count in range(1, 13):
        documents = [Document(str(n), f"第{n}号 word{n} 共同", "zh") for n in range(count)]
        assert built(folder, documents).documents == count
    index = open_index(folder)
    assert len(index.parts) <= index_builder.MOST_PARTS
    assert sorted(found(index, "共同")) == sorted(map(str, range(12)))
    assert found(index, "word7") == ["7"]


ENGINES = [
    "arrays",
    pytest.param(
        "tantivy",
        marks=pytest.mark.skipif(
            find_spec("tantivy") is None, reason=f"tantivy is not installed; get it with: {INSTALL_ASK}"
        ),
    ),
]


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_finds_the_same(tmp_path: Path, engine: SearchEngine) -> None:
    folder = tmp_path / "index"
    documents: list[Document] = []
    for count in (5, 9, 12):
        documents = [Document(str(n), f"第{n}号 word{n} 共同 共同市场", "zh") for n in range(count)]
        built(folder, [*documents, DOCUMENTS[0]], engine=engine)
    built(folder, [*documents[1:], DOCUMENTS[0]], engine=engine)
    index = open_index(folder)
    assert len(found(index, "#UW3(共同 市场)")) == 0
    assert len(found(index, "#UW4(共同 市场)")) == 11
    assert found(index, "#BAND(共同 word7)") == ["7"]
    assert index.pages("共同") == 11
    assert index.pages("第0号") == 0
    result = index.search(QUESTION, translation(("布什",), ("共同市场", "共同")), method="relaxed", limit=3)
    assert result.hits[0].document.id == "bush"


def test_marks_are_types_and_readings(tmp_path: Path) -> None:
    def marks(text: str) -> list[tuple[int, int, str]]:
        place = text.find("布什")
        return [] if place < 0 else [(place, place + 2, "person"), (place, place + 2, "@ブッシュ")]

    built(tmp_path / "index", DOCUMENTS, marks=marks)
    index = open_index(tmp_path / "index")
    assert index.types == {"person"}
    assert found(index, "#OD1(*person 总统)") == ["bush"]
    assert found(index, "@ぶっしゅ") == ["bush"]


def translation(*candidates: tuple[str, ...]) -> QuestionTranslation:
    return QuestionTranslation(
        "zh",
        tuple(
            KeywordTranslation(
                Keyword(own[0], "word", 0, 1),
                tuple(TranslationCandidate(one, ("dictionary",)) for one in own),
            )
            for own in candidates
        ),
    )


QUESTION = Question("What if Bush leaves Iraq?", "thing", "", ())


def test_a_search_relaxes_step_by_step(tmp_path: Path) -> None:
    built(tmp_path / "index", DOCUMENTS)
    index = open_index(tmp_path / "index")
    asked = translation(("布什", "灌木"), ("离开", "叶子"), ("伊拉克",))
    result = index.search(QUESTION, asked, method="relaxed")
    assert next(hit.document.id for hit in result.hits) == "bush"
    assert [hit.step for hit in result.hits] == sorted(hit.step for hit in result.hits)
    assert result.query == "#OR(布什 离开 伊拉克)"
    assert result.step == len(result.steps)
    assert result.steps[-1] == ("#OR(布什 离开 伊拉克)", 3)
    # The best candidate of each keyword counts, not the first alone.
    lexical = index.search(QUESTION, asked, method="lexical", query_form="best")
    assert {hit.document.id for hit in lexical.hits} == {"bush", "un", "leaf"}
    one = index.search(QUESTION, asked, method="lexical", limit=1)
    assert len(one.hits) == 1


def test_a_search_without_any_translation_says_so(tmp_path: Path) -> None:
    built(tmp_path / "index", DOCUMENTS)
    result = open_index(tmp_path / "index").search(QUESTION, translation())
    assert result.hits == ()
    assert (result.step, result.method) == (0, "lexical")
    assert result.reason
    with pytest.raises(InputError, match="no sentence vectors"):
        open_index(tmp_path / "index").search(QUESTION, translation(), method="dense")
    with pytest.raises(InputError, match="expected one of"):
        open_index(tmp_path / "index").search(QUESTION, translation(), method="best")  # type: ignore[arg-type]


def test_an_index_of_no_documents_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no documents to index"):
        built(tmp_path / "index", [])
    assert not (tmp_path / "index").exists()
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no documents to index"):
        build_index(tmp_path / "empty", "zh", tmp_path / "index")


def test_two_documents_of_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two documents are called 'bush'"):
        built(tmp_path / "index", [DOCUMENTS[0], DOCUMENTS[0]])


@pytest.mark.parametrize("lang", ["", "xx", "fr"])
def test_other_languages_are_refused(tmp_path: Path, lang: str) -> None:
    with pytest.raises(InputError, match="expected zh, ja or en"):
        build_index(DOCUMENTS, lang, tmp_path / "index")


def test_what_is_no_index_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        open_index(tmp_path / "nowhere")
    with pytest.raises(InputError, match="is no index"):
        open_index(tmp_path)
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(InputError, match="is no index, so it is not replaced"):
        built(tmp_path, DOCUMENTS)
    with pytest.raises(InputError, match="its folder does not exist"):
        built(tmp_path / "a" / "b", DOCUMENTS)


def test_a_damaged_index_is_told_by_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    built(folder, DOCUMENTS)
    manifest = folder / "manifest.json"
    whole = manifest.read_text(encoding="utf-8")
    part = next(folder.glob("part-*"))
    tokens = (part / "tokens.npy").read_bytes()
    (part / "tokens.npy").write_bytes(tokens[:-4])
    with pytest.raises(InputError, match=r"tokens\.npy.*damaged"):
        open_index(folder)
    (part / "tokens.npy").unlink()
    with pytest.raises(InputError, match=r"tokens\.npy.*lacks"):
        open_index(folder)
    (part / "tokens.npy").write_bytes(tokens)
    for wrong in ("", "[]", "{}", whole[:100], whole.replace('"parts"', '"pieces"'), '{"kind": "ask-index"}'):
        manifest.write_text(wrong, encoding="utf-8")
        with pytest.raises(InputError):
            open_index(folder)
    manifest.write_text(whole, encoding="utf-8")
    card = part / "part.json"
    card.write_text("x" * card.stat().st_size)
    with pytest.raises(InputError, match="damaged"):
        open_index(folder)
    # What is damaged is built anew.
    assert built(folder, DOCUMENTS).added == 3
    assert found(open_index(folder), "布什") == ["bush"]


def test_an_index_of_another_version_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    built(folder, DOCUMENTS)
    manifest = folder / "manifest.json"
    row = json.loads(manifest.read_text(encoding="utf-8"))
    manifest.write_text(json.dumps({**row, "format": FORMAT + 1, "version": "9.9"}), encoding="utf-8")
    with pytest.raises(InputError, match=rf"format {FORMAT + 1} \(made by version 9.9\).*build it again"):
        open_index(folder)


def test_two_builds_at_once_are_one_clear_line(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    built(folder, DOCUMENTS)
    with build_lock(folder), pytest.raises(RefusedError, match="another build of this index is running"):
        built(folder, DOCUMENTS)


def test_a_killed_build_goes_on_where_it_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    program = f"""
import os
from likewise.ask.documents import Document
from likewise.ask.retrieval import build_index, index_builder
index_builder.PART = 10
def documents():
    for n in range(5):
        if n == 3:
            os._exit(9)
        yield Document(str(n), "北京上海天津重庆广州深圳", "zh")
build_index(documents(), "zh", {str(folder)!r}, dense=False, words=False)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 9
    with pytest.raises(InputError, match="did not finish, build it again"):
        open_index(folder)
    documents = [Document(str(n), "北京上海天津重庆广州深圳", "zh") for n in range(5)]
    report = built(folder, documents)
    assert (report.unchanged, report.added, report.documents) == (3, 2, 5)
    assert sorted(open_index(folder).documents) == ["0", "1", "2", "3", "4"]


def test_a_build_that_fails_leaves_the_older_index(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    built(folder, DOCUMENTS)
    with pytest.raises(InputError):
        built(folder, [Document("new", "新", "zh"), DOCUMENTS[1], DOCUMENTS[1]])
    assert sorted(open_index(folder).documents) == ["bush", "leaf", "un"]


def test_a_folder_of_files(tmp_path: Path) -> None:
    files = tmp_path / "files"
    (files / "sub").mkdir(parents=True)
    (files / "a.txt").write_text("\ufeff北京是首都。", encoding="utf-8")
    (files / "sub" / "b.html").write_text(
        "<html><head><title>上海</title><style>p{}</style><body><p>上海<b>市</b></p>"
        "<script>var 天津</script><p><ruby>京<rt>きょう</rt></ruby>都 &amp; x</p>",
        encoding="utf-8",
    )
    with gzip.open(files / "c.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write('{"id": "c1", "title": "重庆", "text": "重庆在山里。"}\n\n{"id": 2, "text": "广州"}\n')
    (files / "d.csv").write_text('id,text\nd1,"深圳, 南方"\n', encoding="utf-8")
    (files / "e.png").write_bytes(b"\x89PNG\0\0")
    (files / "f.txt").write_bytes(b"abc\0\1")
    (files / "g.txt").write_bytes("北京".encode("gb18030"))
    (files / "h.txt").write_text(" \n")
    (files / ".hidden.txt").write_text("x")
    report = build_index(files, "zh", tmp_path / "index", dense=False, words=False)
    index = open_index(tmp_path / "index")
    assert list(index.documents) == ["a.txt", "c1", "2", "d1", "sub/b.html"]
    assert index.documents["sub/b.html"].text == "上海市\n京都 & x"
    assert index.documents["sub/b.html"].title == "上海"
    assert index.documents["a.txt"].text == "北京是首都。"
    assert [line.split(":")[0] for line in report.skipped] == ["e.png", "f.txt", "g.txt", "h.txt"]
    assert "not UTF-8" in report.skipped[2]


@pytest.mark.parametrize(
    ("name", "content", "wrong"),
    [
        ("a.jsonl", b'{"id": "1"}\n', "a.jsonl:1: field 'text': missing"),
        ("a.jsonl", b'{"id": "1", "text": " "}\n', "a.jsonl:1: field 'text': is empty"),
        ("a.jsonl", b'{"text": "x"}\n', "a.jsonl:1: field 'id'"),
        ("a.jsonl", b"\xff\n", "not valid UTF-8"),
        ("a.csv", b"id,title\n1,x\n", "a.csv:2: field 'text': missing or empty"),
        ("a.txt", b"a\0b", "is binary"),
        ("a.png", b"\x89PNG", "a file of a kind that is read"),
        ("a.txt.gz", b"\x1f\x8b\x08broken", "broken gzip"),
    ],
)
def test_a_file_that_is_asked_for_must_be_read(tmp_path: Path, name: str, content: bytes, wrong: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError) as told:
        build_index(tmp_path / name, "zh", tmp_path / "index", dense=False, words=False)
    assert wrong in str(told.value)
    assert not (tmp_path / "index").exists()


def test_a_long_document_is_found_by_its_passage(tmp_path: Path) -> None:
    lines = [f"第{number}行说的是别的事情。" for number in range(3000)]
    lines[2000] = "布什在这里离开伊拉克。"
    text = "\n".join(lines)
    built(tmp_path / "index", [Document("long", text, "zh"), DOCUMENTS[1]])
    index = open_index(tmp_path / "index")
    assert index.documents["long"].text == text
    hits = index.search(QUESTION, translation(("布什",), ("伊拉克",))).hits
    assert [hit.document.id for hit in hits] == ["long", "un"]
    passage = hits[0].document
    assert 0 < len(passage.text) <= LONGEST
    assert text[passage.start : passage.start + len(passage.text)] == passage.text
    assert "布什在这里" in passage.text


def test_passages_are_the_whole_text() -> None:
    for text in ("", "短", "字" * 9001, ("一句话。" * 700 + "\n") * 5, "word " * 3000):
        spans = list(split_passages(text))
        assert "".join(text[begin:end] for begin, end in spans) == text
        assert all(end - begin <= LONGEST for begin, end in spans)


def test_words_of_a_keyword_and_verbs_count_in_their_measure(tmp_path: Path) -> None:
    built(tmp_path / "index", DOCUMENTS)
    index = open_index(tmp_path / "index")
    noun = KeywordTranslation(Keyword("visit", "word", 0, 5), (TranslationCandidate("访问", ("x",), 1.0),))
    verb = replace(noun, keyword=replace(noun.keyword, part_of_speech="VERB"))
    none = KeywordTranslation(Keyword("a b", "name", 0, 3), (), (noun,))
    scores = [index.keyword_scores(QuestionTranslation("zh", (one,))).summed for one in (noun, verb, none)]
    assert scores[0].max() > 0
    assert scores[1] == pytest.approx(0.75 * scores[0])
    assert scores[2] == pytest.approx(scores[0])


def test_an_index_of_another_language_is_not_thrown_away(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    build_index([Document("a", "长江很长。", "zh")], "zh", folder, dense=False, words=False)
    with pytest.raises(InputError, match="holds documents in zh, not ja"):
        build_index([Document("b", "長い川です。", "ja")], "ja", folder, dense=False, words=False)
    assert list(open_index(folder).documents) == ["a"]


def test_documents_without_a_letter_of_the_language_are_counted(tmp_path: Path) -> None:
    documents = [Document("a", "长江很长。", "ja"), Document("b", "長い川です。", "ja")]
    report = build_index(documents, "ja", tmp_path / "index", dense=False, words=False)
    assert (report.other_script, report.made_anew) == (1, False)


def test_other_settings_are_told_to_have_made_it_anew(tmp_path: Path) -> None:
    documents = [Document("a", "长江很长。", "zh")]
    build_index(documents, "zh", tmp_path / "index", dense=False, words=False)
    report = build_index(documents, "zh", tmp_path / "index", dense=False, words=False, engine="tantivy")
    assert (report.made_anew, report.added) == (True, 1)
