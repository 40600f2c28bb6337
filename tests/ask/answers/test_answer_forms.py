"""One form for all ways to write an answer."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from likewise.ask.answers import is_right, normal_form, numeral_value
from likewise.ask.answers.answer_forms import plain_form


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3790", 3790), ("三千七百九十", 3790),
        ("二〇〇四", 2004), ("十", 10), ("二十七", 27), ("百", 100),
        ("2.5万", 25_000), ("３５億", 3_500_000_000),
        ("1兆2000億", 1_200_000_000_000),
        ("一億二千万", 120_000_000),
        ("壹仟贰佰", 1200), ("廿三", 23), ("1,234", 1234), ("一万三", 10_003), ("两百", 200),
    ],
)  # fmt: skip
def test_numerals(text: str, value: int) -> None:
    assert numeral_value(text) == value


@pytest.mark.parametrize("text", ["", "人", "第", "1人", "a"])
def test_no_numeral(text: str) -> None:
    assert numeral_value(text) is None


@given(st.integers(0, 10**12))
def test_digits_are_worth_themselves(number: int) -> None:
    assert numeral_value(f"{number:,}") == Fraction(number)


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("平成12年", "2000年", "time"),
        ("平成元年", "1989年", "time"),
        ("民國93年", "2004年", "time"),
        ("昭和二十年", "1945年", "time"),
        ("二〇〇四年", "2004", "time"),
        ("1990年代", "90年代", "time"),
        ("5月3號", "五月三日", "time"),
        ("公元1066年", "1066年", "time"),
        ("約15キロメートル", "15公里", "number"),
        ("３５億ドル", "$3500000000", "number"),
        ("二十七人", "27人", "number"),
        ("1 000 米", "1 000メートル", "number"),
        ("大约三百", "300", "number"),
        ("38歳", "38岁", "number"),
        ("25％", "25パーセント", "number"),
        ("約翰·埃爾維", "约翰・埃尔维", "person"),
        ("ヴェルナー＝シュピース", "ヴェルナー・シュピース", "person"),
        ("山田さん", "山田", "person"),
        ("王先生", "王先生", "person"),
        ("コンピューター", "コンピュータ", "thing"),
        ("《红楼梦》", "紅樓夢", "title"),
        ("ＮＦＬ", "nfl", "organization"),
    ],
)  # fmt: skip
def test_equal_answers_have_one_form(one: str, other: str, kind: str) -> None:
    assert normal_form(one, kind) == normal_form(other, kind)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("38", "39", "number"),
        ("1944年", "1945年", "time"),
        ("3米", "3千米", "number"),
        ("北京", "南京", "location"),
    ],
)
def test_other_answers_have_another(one: str, other: str, kind: str) -> None:
    assert normal_form(one, kind) != normal_form(other, kind)  # type: ignore[arg-type]


@given(st.text(max_size=20))
def test_the_plain_form_is_final(text: str) -> None:
    assert plain_form(plain_form(text)) == plain_form(text) or not text.isprintable()


def test_right_answers() -> None:
    assert is_right("136 次", ["136次"])
    assert is_right("二十", ["20"])
    assert not is_right("二十", ["20"], normalised=False)
    assert not is_right("136", ["136次"])
