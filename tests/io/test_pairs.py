"""Sentence pairs: MSRPC text and RTE XML, sound and broken."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.io.pairs import SentencePair, read_msrpc, read_rte


def stored(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "pairs"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_msrpc_with_byte_order_mark_quotes_and_gzip(tmp_path: Path) -> None:
    content = '\ufeff1\t10\t11\t"One\ttwo"\r\n\n0\t20\t21\tA "b\tc\n'
    expected = [
        SentencePair("10-11", '"One', 'two"', True),
        SentencePair("20-21", 'A "b', "c", False),
    ]
    assert list(read_msrpc(stored(tmp_path, content))) == expected
    assert list(read_msrpc(stored(tmp_path, gzip.compress(content.encode())))) == expected


def test_msrpc_heading_is_passed_over(tmp_path: Path) -> None:
    path = stored(tmp_path, "Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\n1\t1\t2\ta\tb\n")
    assert [pair.id for pair in read_msrpc(path)] == ["1-2"]


@pytest.mark.parametrize(
    ("line", "field", "message"),
    [
        ("1\t1\t2\tone sentence", None, "expected 5 fields (label, id, id, sentence, sentence), got 4"),
        ("1\t1\t2\ta\tb\tc", None, "got 6"),
        ("2\t1\t2\ta\tb", "label", "expected 0 or 1, got '2'"),
        ("1\t\t2\ta\tb", "id 1", "empty"),
        ("1\t1\t2\ta\t ", "sentence 2", "empty"),
    ],
)
def test_msrpc_refusals(tmp_path: Path, line: str, field: str | None, message: str) -> None:
    path = stored(tmp_path, f"1\t1\t2\ta\tb\n{line}\n")
    with pytest.raises(InputError) as caught:
        list(read_msrpc(path))
    assert (caught.value.file, caught.value.line, caught.value.field) == (str(path), 2, field)
    assert message in caught.value.message


def test_msrpc_empty_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no pairs"):
        list(read_msrpc(stored(tmp_path, "\n")))


PAIR = "<pair id='1' value='TRUE' task='IR'><t>All men\n  are  mortal.</t><h>Men &amp; gods</h></pair>"


def corpus(*pairs: str, prolog: str = "<?xml version='1.0'?>") -> str:
    return f"{prolog}\n<entailment-corpus>\n" + "\n".join(pairs) + "\n</entailment-corpus>\n"


def test_rte(tmp_path: Path) -> None:
    other = "<pair id='2' entailment='NO'><t>a <b>bold</b> claim</t><h>b</h></pair>"
    assert list(read_rte(stored(tmp_path, corpus(PAIR, other)))) == [
        SentencePair("1", "All men are mortal.", "Men & gods", True),
        SentencePair("2", "a bold claim", "b", False),
    ]


@pytest.mark.parametrize(
    ("label", "positive"),
    [
        ("TRUE", True),
        ("FALSE", False),
        ("YES", True),
        ("no", False),
        ("ENTAILMENT", True),
        ("CONTRADICTION", False),
        ("UNKNOWN", False),
    ],
)
def test_rte_two_and_three_way_labels(tmp_path: Path, label: str, positive: bool) -> None:
    path = stored(tmp_path, corpus(f"<pair id='1' entailment='{label}'><t>a</t><h>b</h></pair>"))
    assert [pair.positive for pair in read_rte(path)] == [positive]


def test_rte_gzip_and_many_pieces(tmp_path: Path) -> None:
    pairs = [f"<pair id='{n}' value='TRUE'><t>text {n} é</t><h>h</h></pair>" for n in range(5000)]
    path = stored(tmp_path, gzip.compress(corpus(*pairs).encode()))
    assert [pair.first for pair in read_rte(path)] == [f"text {n} é" for n in range(5000)]


def test_rte_outer_dtd_is_named_but_never_opened(tmp_path: Path) -> None:
    prolog = '<!DOCTYPE entailment-corpus SYSTEM "rte.dtd">'
    (tmp_path / "rte.dtd").write_text("<!ENTITY who 'someone'>")
    assert len(list(read_rte(stored(tmp_path, corpus(PAIR, prolog=prolog))))) == 1
    named = "<pair id='1' value='TRUE'><t>&who;</t><h>b</h></pair>"
    with pytest.raises(InputError, match="unknown entity &who;"):
        list(read_rte(stored(tmp_path, corpus(named, prolog=prolog))))


@pytest.mark.parametrize(
    "inside",
    [
        "<!ENTITY a 'b'>",
        "<!ENTITY a SYSTEM 'file:///etc/hostname'>",
        "<!ENTITY % a 'b'>",
        "<!ELEMENT t ANY>",
        "",
    ],
)
def test_rte_declarations_are_refused(tmp_path: Path, inside: str) -> None:
    path = stored(tmp_path, corpus(PAIR, prolog=f"<!DOCTYPE entailment-corpus [{inside}]>"))
    with pytest.raises(InputError, match="not allowed") as caught:
        list(read_rte(path))
    assert caught.value.line == 1


@pytest.mark.parametrize(
    ("pair", "field", "message"),
    [
        ("<pair value='TRUE'><t>a</t><h>b</h></pair>", "id", "missing"),
        ("<pair id='1'><t>a</t><h>b</h></pair>", "entailment", "expected 'value' or 'entailment'"),
        ("<pair id='1' value='MAYBE'><t>a</t><h>b</h></pair>", "value", "expected one of TRUE"),
        ("<pair id='1' value='TRUE'><t>a</t></pair>", "h", "missing or empty <h>"),
        ("<pair id='1' value='TRUE'><t> </t><h>b</h></pair>", "t", "missing or empty <t>"),
        ("<pair id='1' value='TRUE'><t>a</t><t>b</t><h>c</h></pair>", "t", "expected one <t>"),
        ("<pair id='1' value='TRUE'><t>a<h>b</h></t></pair>", "h", "expected one <h>"),
        (f"<pair id='1' value='TRUE'>{PAIR}</pair>", None, "a <pair> inside a <pair>"),
        ("<pair id='1' value='TRUE'><t>a & b</t><h>b</h></pair>", None, "not valid XML"),
        ("<pair id='1' value='TRUE'><t>&#xD800;</t><h>b</h></pair>", None, "not valid XML"),
        ("<pair id='1' value='TRUE'><t>&nbsp;</t><h>b</h></pair>", None, "undefined entity"),
    ],
)
def test_rte_refusals(tmp_path: Path, pair: str, field: str | None, message: str) -> None:
    path = stored(tmp_path, corpus(pair))
    with pytest.raises(InputError) as caught:
        list(read_rte(path))
    assert (caught.value.file, caught.value.line, caught.value.field) == (str(path), 3, field)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no element found"),
        (b"<entailment-corpus/>", "no pairs"),
        (b"<entailment-corpus><pair", "not valid XML"),
        (b"<?xml version='1.0' encoding='utf-8'?><a>\xff</a>", "not valid XML"),
        (b"<?xml version='1.0' encoding='nonsense'?><a/>", "encoding"),
        (b"<?xml version='1.0' encoding='big5'?><a/>", "multi-byte"),
        (gzip.compress(corpus(PAIR).encode())[:-20], "broken gzip data"),
    ],
)
def test_rte_broken_files(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(read_rte(stored(tmp_path, content)))
