"""Metrics of meaning, worked by hand and held against PyDelphin."""

from __future__ import annotations

import pytest

from likewise.errors import InputError
from likewise.metrics.parses import FORMATS, Parse, explain_parse, score_parse

DOG_BARKS = """[ TOP: h0 INDEX: e2 [ e TENSE: {tense} ]
  RELS: < [ _the_q<0:3> LBL: h4 ARG0: x3 [ x NUM: sg ] RSTR: h5 BODY: h6 ]
          [ _{noun}_n_1<4:7> LBL: h7 ARG0: x3 ]
          [ _{verb}_v_1<8:{end}> LBL: h1 ARG0: e2 {role}: x3 ] >
  HCONS: < h0 qeq h1 h5 qeq h7 > ]"""


def parse(
    properties: bool = True, text: str | None = None, punctuation: bool = True, **changes: str
) -> Parse:
    from delphin.codecs import simplemrs

    filled = DOG_BARKS.format(
        **{"tense": "pres", "noun": "dog", "verb": "bark", "end": "13", "role": "ARG1"} | changes
    )
    return Parse(mrs=simplemrs.decode(filled), properties=properties, text=text, punctuation=punctuation)


def both(gold: Parse, found: Parse) -> tuple[float, ...]:
    return tuple(score_parse(gold, [found], FORMATS["mrs"]).values())


def test_the_same() -> None:
    assert both(parse(), parse()) == (100, 100, 100)


# Three predicates, two arguments (BV of a quantifier, ARG1 of a verb), two properties, the top: 8 triples.
# Without labels the predicates, arguments and the top: 6.
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"tense": "past"}, (0, 100 * 7 / 8, 100)),
        ({"verb": "run"}, (0, 100 * 7 / 8, 100)),
        ({"role": "ARG2"}, (0, 100 * 7 / 8, 100)),
        # Another place of the verb: its name, argument, tense and the top move with it.
        ({"end": "14"}, (100, 100 * 4 / 8, 100 * 3 / 6)),
    ],
)
def test_one_thing_differs(changes: dict[str, str], expected: tuple[float, ...]) -> None:
    assert both(parse(), parse(**changes)) == pytest.approx(expected)
    assert both(parse(**changes), parse()) == pytest.approx(expected)


def test_properties_can_be_left_out() -> None:
    assert both(parse(properties=False), parse(properties=False, tense="past")) == (100, 100, 100)
    assert both(parse(properties=False), parse(properties=False, verb="run"))[1] == pytest.approx(100 * 5 / 6)


def test_punctuation_is_trimmed_off_places() -> None:
    text = "the dog barks."
    assert both(parse(), parse(end="14"))[1] == 50
    pair = (parse(text=text, punctuation=False, end=end) for end in ("13", "14"))
    assert both(*pair) == (100, 100, 100)


def test_agrees_with_pydelphin() -> None:
    from delphin import edm

    for changes in ({"verb": "run"}, {"end": "14"}, {"tense": "past", "noun": "cat"}):
        gold, found = parse(), parse(**changes)
        assert score_parse(gold, [found], ["LED"])["LED"] == pytest.approx(
            100 * edm.compute([gold.eds], [found.eds]).fscore
        )


def test_what_differs_is_told() -> None:
    why = explain_parse(parse(), parse(verb="run", tense="past"))["triples"]
    assert why["missed"] == [[[8, 13], "_bark_v_1", "predicate"], [[8, 13], "TENSE", "pres"]]
    assert why["wrong"] == [[[8, 13], "_run_v_1", "predicate"], [[8, 13], "TENSE", "past"]]


def test_a_fragment_without_top_is_no_warning() -> None:
    from delphin.codecs import simplemrs

    loose = simplemrs.decode(
        "[ TOP: h0 INDEX: e1 RELS: < [ _dog_n_1<0:3> LBL: h2 ARG0: x3 ] > HCONS: < h0 qeq h9 > ]"
    )
    assert both(Parse(mrs=loose), Parse(mrs=loose)) == (100, 100, 100)


def test_an_mrs_without_predicates_is_empty() -> None:
    from delphin.mrs import MRS

    assert both(parse(), Parse(mrs=MRS())) == (0, 0, 0)


def test_broken_mrs(monkeypatch: pytest.MonkeyPatch) -> None:
    import delphin.eds

    def fail(mrs: object, **options: object) -> None:
        raise KeyError("h9")

    monkeypatch.setattr(delphin.eds, "from_mrs", fail)
    with pytest.raises(InputError, match="broken MRS: no dependencies can be made of it"):
        both(parse(), parse())
