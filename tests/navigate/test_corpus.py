"""Reading instructions with paths: both formats, folds, and every way in which a file can be wrong."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.navigate.corpus import Corpus, read_corpus, read_routes, read_sentences
from likewise.worlds import Corridor, Map, Pose, Travel, Turn, dump_map, loads_map

ATTIC = Map(
    "Attic",
    {(0, 0): "sofa", (1, 0): "", (1, 1): "lamp", (2, 1): ""},
    {((0, 0), (1, 0)): Corridor("brick", "fish"), ((1, 0), (1, 1)): Corridor("wood", "tower")},
)
CELLAR = Map("Cellar", {(0, 0): "", (0, 1): ""}, {((0, 0), (0, 1)): Corridor("blue")})
MAPS = {"Attic": ATTIC, "Cellar": CELLAR}

FIRST = {"id": "4-1", "map": "Attic", "text": "face the hall", "path": [[0, 0, -1], [0, 0, 90]]}
SECOND = {
    "id": "4-2",
    "map": "Attic",
    "text": "go on",
    "path": [[0, 0, 90], [1, 0, 90]],
    "plan": "Travel ( )",
}
WHOLE = {
    "id": "4",
    "map": "Attic",
    "text": "face the hall. go on",
    "path": [[0, 0, -1], [1, 0, 90]],
    "end": [1, 0],
}
XML = """<?xml version="1.0"?>
<examples>
  <example id="4-1" map="Attic">
    <instruction filename="a.txt">
      face   the
      hall
    </instruction>
    <path>
      [(0, 0, -1), (0, 0, 90)]
    </path>
  </example>
</examples>
"""


def lines(*rows: Any) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "maps").mkdir()
    for world in MAPS.values():
        dump_map(world, tmp_path / "maps" / f"{world.name}.json")
    (tmp_path / "sentences.jsonl").write_text(lines(FIRST, SECOND))
    (tmp_path / "paragraphs.jsonl").write_text(lines(WHOLE))
    return tmp_path


def refused(path: Path, text: str | bytes, *, routes: bool = False) -> InputError:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError) as caught:
        (read_routes if routes else read_sentences)(path, MAPS)
    assert caught.value.file == str(path)
    assert "\n" not in str(caught.value)
    return caught.value


def test_json_lines(folder: Path) -> None:
    corpus = read_corpus(folder)
    assert corpus.maps == MAPS
    first, second = corpus.sentences
    assert first.path == (Pose(0, 0, -1), Pose(0, 0, 90))
    assert (first.plan, first.lang, first.route) == (None, "en", "4")
    assert second.plan == (Travel(),)
    (route,) = corpus.routes
    assert (route.end, route.sentences) == ((1, 0), ("face the hall", "go on"))


def test_the_xml_of_the_corpus_with_gold_plans(folder: Path) -> None:
    (folder / "SingleSentence.xml").write_text(XML)
    (folder / "Paragraph.xml").write_text(
        XML.replace('id="4-1" map', 'id="4" end="(1, 0)" start="(0, 0)" map')
    )
    (folder / "semantic").mkdir()
    (folder / "semantic" / "SingleSentences-sail.xml").write_text(
        '<examples><example id="4-1"><nl>x</nl><mrl> Turn (RIGHT ) </mrl></example></examples>'
    )
    corpus = read_corpus(folder)  # where both are there, XML goes first
    (sentence,) = corpus.sentences
    assert sentence.text == "face the hall"
    assert sentence.path == (Pose(0, 0, -1), Pose(0, 0, 90))
    assert sentence.plan == (Turn("RIGHT"),)
    assert corpus.routes[0].end == (1, 0)


@pytest.mark.parametrize(
    ("examples", "said"),
    [
        ("<example id='4-1'><mrl>Jump ( )</mrl></example>", "unknown step"),
        ("<example id='4-1'/>", "expected a plan as text"),
        ("<example><mrl>NULL</mrl></example>", "missing"),
        ("<example id='a'><mrl>NULL</mrl></example>" * 2, "the id 'a' is there twice"),
    ],
)
def test_wrong_gold_plans(folder: Path, examples: str, said: str) -> None:
    (folder / "semantic").mkdir()
    (folder / "semantic" / "SingleSentences-sail.xml").write_text(f"<examples>\n{examples}</examples>")
    with pytest.raises(InputError, match=said) as caught:
        read_corpus(folder)
    assert caught.value.line == 2


def test_what_the_reference_shows_can_be_read(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "maps-and-plans.md").read_text(
        encoding="utf-8"
    )
    json_map, sentences, routes = re.findall(r"^```json\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    xml_map, xml_routes = re.findall(r"^```xml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    attic = loads_map(json_map)
    assert loads_map(xml_map).items.items() <= attic.items.items()
    (tmp_path / "s").write_text(sentences)
    (tmp_path / "r").write_text(routes)
    (tmp_path / "x").write_text(xml_routes)
    read = read_sentences(tmp_path / "s", {"Attic": attic})
    assert [s.plan for s in read] == [None, (Travel(1),)]
    whole = read_routes(tmp_path / "r", {"Attic": attic}, read)
    assert whole == read_routes(tmp_path / "x", {"Attic": attic}, read)
    assert len(whole[0].sentences) == 2


def test_other_files_for_the_same_maps(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "zh.jsonl.gz"
    other.write_bytes(
        gzip.compress(lines({**FIRST, "text": "面向走廊"}, {**SECOND, "text": "直走"}).encode())
    )
    corpus = read_corpus(folder, sentences=other, lang="zh")
    assert [(s.text, s.lang) for s in corpus.sentences] == [("面向走廊", "zh"), ("直走", "zh")]
    assert corpus.routes[0].sentences == ("面向走廊", "直走")


def test_one_language_of_a_marked_file(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    path.write_text(lines({**FIRST, "lang": "en"}, {**SECOND, "lang": "zh"}))
    assert [s.lang for s in read_sentences(path, MAPS)] == ["en", "zh"]
    assert [s.id for s in read_sentences(path, MAPS, lang="zh")] == ["4-2"]
    assert read_sentences(path, MAPS, lang="de") == []


def test_a_language_that_is_not_there(folder: Path) -> None:
    (folder / "sentences.jsonl").write_text(lines({**FIRST, "lang": "en"}))
    with pytest.raises(InputError, match="holds no instruction in 'de'"):
        read_corpus(folder, lang="de")


def test_sentences_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    rows = [{**FIRST, "id": f"4-{k}", "text": str(k)} for k in (10, 2, 1)]
    path.write_text(lines(*rows))
    whole = tmp_path / "p.jsonl"
    whole.write_text(lines(WHOLE))
    (route,) = read_routes(whole, MAPS, read_sentences(path, MAPS))
    assert route.sentences == ("1", "2", "10")


def test_a_line_separator_inside_a_text_does_not_end_the_line(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(lines({**FIRST, "text": "go\u2028on"}) + "\n  \n", encoding="utf-8")
    assert read_sentences(path, MAPS)[0].text == "go\u2028on"


def test_an_empty_text_is_an_instruction(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(lines({**FIRST, "text": ""}))
    assert read_sentences(path, MAPS)[0].text == ""


def test_folds_leave_one_map_out(folder: Path) -> None:
    rows = [FIRST, {**FIRST, "id": "5-1", "map": "Cellar", "path": [[0, 0, 180], [0, 1, 180]]}]
    (folder / "sentences.jsonl").write_text(lines(*rows))
    folds = read_corpus(folder).folds()
    assert [name for name, _, _ in folds] == ["Attic", "Cellar"]
    for name, learn, test in folds:
        assert list(test.maps) == [name]
        assert {s.map for s in test.sentences} == {name}
        assert name not in learn.maps
        assert name not in {s.map for s in learn.sentences} | {r.map for r in learn.routes}
    assert Corpus(MAPS, ()).folds() == []


def test_wrong_folders(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        read_corpus(tmp_path / "none")
    with pytest.raises(InputError, match="holds no maps"):
        read_corpus(tmp_path)
    dump_map(ATTIC, tmp_path / "a.json")
    with pytest.raises(InputError, match=r"holds neither SingleSentence.xml nor sentences.jsonl"):
        read_corpus(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        read_corpus(tmp_path, sentences=tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"id": ...}, "id", "missing"),
        ({"id": ""}, "id", "missing"),
        ({"id": 4}, "id", "missing"),
        ({"text": ...}, "text", "missing"),
        ({"text": ["go"]}, "text", "missing"),
        ({"map": ...}, "map", "missing"),
        ({"map": "Roof"}, "map", "unknown map 'Roof', expected Attic, Cellar"),
        ({"lang": 5}, "lang", "expected text"),
        ({"plan": 5}, "plan", "expected a plan as text"),
        ({"plan": "Jump ( )"}, "plan", "unknown step"),
        ({"path": ...}, "path", "missing"),
        ({"path": []}, "path", "expected a list of poses"),
        ({"path": "(0, 0, 90)"}, "path", "expected a list of poses"),
        ({"path": [[0, 0]]}, "path", "expected a list of poses"),
        ({"path": [[0, 0, "90"]]}, "path", "expected a list of poses"),
        ({"path": [[0, 0, 90.0]]}, "path", "expected a list of poses"),
        ({"path": [[0, 0, True]]}, "path", "expected a list of poses"),
        ({"path": [[0, 0, 45]]}, "path", "4-1: heading 45"),
        ({"path": [[0, 9, 0]]}, "path", "4-1: the path visits"),
        ({"path": [[0, 0, 90], [1, 1, 90]]}, "path", "4-1: the path jumps"),
        ({"path": [[0, 0, -1], [1, 0, 90]]}, "path", "4-1: the path turns and moves"),
        ({"path": [[1, 1, 90], [2, 1, 90]]}, "path", "4-1: the path walks through a wall"),
    ],
)
def test_wrong_sentences(tmp_path: Path, changed: dict[str, Any], field: str, said: str) -> None:
    row = {key: value for key, value in {**FIRST, **changed}.items() if value is not ...}
    error = refused(tmp_path / "s.jsonl", lines(SECOND, row))
    assert (error.line, error.field) == (2, field)
    assert error.message.startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no instructions"),
        ("\n \n", "holds no instructions"),
        ("<examples/>", "holds no instructions"),
        ("nonsense", "not valid JSON"),
        ("[1]\n", "expected a JSON object"),
        ("[" * 100_000, "not valid JSON"),
        ('{"id": "\\ud800"}', "holds a lone surrogate"),
        (b'{"id": "caf\xe9"}', "not valid UTF-8"),
        (XML.encode("utf-16"), "is UTF-16"),
        (lines(FIRST, FIRST), "the id '4-1' is there twice"),
        ("<examples>", "not valid XML"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "instructions declare no document type"),
        (XML.replace('map="Attic"', ""), "missing"),
        (XML.replace("instruction", "words"), "missing"),
        (XML.replace("path>", "way>"), "missing"),
        (XML.replace("(0, 0, 90)", "(0, 0, x)"), "expected numbers in brackets"),
        (XML.replace("(0, 0, 90)", "(0, 0, 090)"), "expected numbers in brackets"),
        (XML.replace("[(0", "(" * 5000 + "[(0"), "expected numbers in brackets"),
        (XML.replace("(0, 0, 90)", "(0, 0)"), "expected a list of poses"),
    ],
)
def test_wrong_files(tmp_path: Path, text: str | bytes, said: str) -> None:
    assert refused(tmp_path / "file", text).message.startswith(said)


def test_the_line_of_an_example_is_told(tmp_path: Path) -> None:
    assert refused(tmp_path / "s.xml", XML.replace("Attic", "Roof")).line == 3


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"end": [1]}, "end", "expected [x, y]"),
        ({"end": "1,0"}, "end", "expected [x, y]"),
        ({"end": [8, 8]}, "end", "(8, 8) is not on map 'Attic'"),
        ({"path": [[0, 0, -1], [9, 9, 90]]}, "path", "4: the path visits"),
        ({"map": "Roof"}, "map", "unknown map"),
    ],
)
def test_wrong_routes(tmp_path: Path, changed: dict[str, Any], field: str, said: str) -> None:
    error = refused(tmp_path / "p.jsonl", lines({**WHOLE, **changed}), routes=True)
    assert error.field == field
    assert error.message.startswith(said)
    refused(tmp_path / "p.jsonl", lines(WHOLE, WHOLE), routes=True)


def test_a_route_without_an_end_ends_where_its_path_does(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(lines({key: value for key, value in WHOLE.items() if key != "end"}))
    assert read_routes(path, MAPS)[0].end == (1, 0)
