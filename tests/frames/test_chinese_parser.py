"""The Chinese parser: sentences with their frames in both scripts, laws of what it gives, long texts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.frames import FramedSentence, FrameParser, frame_parser


@pytest.fixture(scope="module")
def parser() -> FrameParser:
    return frame_parser("zh")


def roles_of(sentence: FramedSentence, predicate: str) -> dict[str, str]:
    frame = next(f for f in sentence.frames if sentence.tokens[f.predicate[0]] == predicate)
    return {role.label: "".join(sentence.tokens[slice(*role.span)]) for role in frame.roles}


def check(sentence: FramedSentence) -> None:
    """Everything is as long as the words, all heads lead to a root, roles lie apart from each other."""
    size = len(sentence.tokens)
    columns = (sentence.offsets, sentence.tags, sentence.heads, sentence.relations, sentence.lemmas)
    assert {len(column) for column in columns} == {size}
    for word in range(size):
        steps, at = 0, word
        while at >= 0:
            at, steps = sentence.heads[at], steps + 1
            assert steps <= size
        assert (sentence.heads[word] < 0) == (sentence.relations[word] == "root")
    for frame in sentence.frames:
        taken = [word for role in frame.roles for word in range(*role.span)]
        assert len(taken) == len(set(taken))
        assert not set(taken) & set(range(*frame.predicate))
        assert all(0 <= start < end <= size for start, end in (role.span for role in frame.roles))


CASES = [
    (
        "狗昨天咬了那个男人。", "狗昨天咬了那個男人。", "咬",
        {"ARG0": "狗", "ARGM-TMP": "昨天", "ARG1": "那个男人"},
    ),
    ("那个男人咬了狗。", "那個男人咬了狗。", "咬", {"ARG0": "那个男人", "ARG1": "狗"}),
    (
        "那个男人昨天被狗咬了。", "那個男人昨天被狗咬了。", "咬",
        {"ARG1": "那个男人", "ARGM-TMP": "昨天", "ARG0": "狗"},
    ),
    ("总理由议员选出。", "總理由議員選出。", "选出", {"ARG1": "总理", "ARG0": "议员"}),
    (
        "老师把作业交给了学生。", "老師把作業交給了學生。", "交给",
        {"ARG0": "老师", "ARG1": "作业", "ARG2": "学生"},
    ),
    (
        "他们因为下雨没有去公园。", "他們因為下雨沒有去公園。", "去",
        {"ARG0": "他们", "ARGM-CAU": "因为下雨", "ARGM-NEG": "没有", "ARG1": "公园"},
    ),
    (
        "她不会说中文。", "她不會說中文。", "说",
        {"ARG0": "她", "ARGM-NEG": "不", "ARGM-MOD": "会", "ARG1": "中文"},
    ),
    (
        "我们应该明天离开。", "我們應該明天離開。", "离开",
        {"ARG0": "我们", "ARGM-MOD": "应该", "ARGM-TMP": "明天"},
    ),
    ("桌子上有一本书。", "桌子上有一本書。", "有", {"ARGM-LOC": "桌子上", "ARG1": "一本书"}),
    ("我在2010年出生。", "我在2010年出生。", "出生", {"ARG1": "我", "ARGM-TMP": "在2010年"}),
    ("他是一名医生。", "他是一名醫生。", "是", {"ARG1": "他", "ARG2": "一名医生"}),
    ("价格上涨了百分之十。", "價格上漲了百分之十。", "上涨", {"ARG1": "价格", "ARGM-EXT": "百分之十"}),
    (
        "李先生告诉我这个消息。", "李先生告訴我這個消息。", "告诉",
        {"ARG0": "李先生", "ARG2": "我", "ARG1": "这个消息"},
    ),
    (
        "公司宣布将于明年关闭三家工厂。", "公司宣布將於明年關閉三家工廠。", "关闭",
        {"ARG0": "公司", "ARGM-MOD": "将", "ARGM-TMP": "于明年", "ARG1": "三家工厂"},
    ),
    (
        "研究人员发现，这种药可以治疗癌症。", "研究人員發現，這種藥可以治療癌症。", "发现",
        {"ARG0": "研究人员", "ARG1": "这种药可以治疗癌症"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("simplified", "traditional", "predicate", "roles"), CASES, ids=[c[0] for c in CASES]
)
def test_frames_in_both_scripts(
    parser: FrameParser, simplified: str, traditional: str, predicate: str, roles: dict[str, str]
) -> None:
    one, other = parser.parse([simplified, traditional])
    assert roles_of(one, predicate) == roles
    assert (one.tags, one.heads, one.relations) == (other.tags, other.heads, other.relations)
    assert (one.frames, one.offsets, one.lemmas) == (other.frames, other.offsets, other.lemmas)
    assert "".join(other.tokens) == traditional
    check(one)


def test_verbs_share_subjects(parser: FrameParser) -> None:
    thief, shop, ban = parser.parse(
        ["警察抓住了小偷，并把他带到警察局。", "妈妈让我去商店买牛奶。", "政府禁止在公共场所吸烟。"]
    )
    assert roles_of(thief, "带到")["ARG0"] == "警察"
    assert roles_of(shop, "去")["ARG0"] == roles_of(shop, "买")["ARG0"] == "我"
    assert "ARG0" not in roles_of(ban, "吸烟")


def test_latin_letters_digits_and_blanks(parser: FrameParser) -> None:
    (sentence,) = parser.parse(["苹果公司在加州发布了新的iPhone 15手机。"])
    assert {"iPhone", "15", "手机"} <= set(sentence.tokens)
    assert roles_of(sentence, "发布")["ARGM-LOC"] == "在加州"


def test_several_sentences_have_several_roots(parser: FrameParser) -> None:
    (sentence,) = parser.parse(["他走了。我们留下！"])
    assert sum(head < 0 for head in sentence.heads) == 2
    check(sentence)


def test_words_alone(parser: FrameParser) -> None:
    texts = ["狗昨天咬了那个男人。", "", "她不会说中文。他走了。"]
    assert parser.words(texts) == [sentence.tokens for sentence in parser.parse(texts)]
    assert parser.words(texts)[0] == ("狗", "昨天", "咬", "了", "那", "个", "男人", "。")


def test_given_words_stay(parser: FrameParser) -> None:
    words = [["我", "不会", "去"], [], ["我", "喜欢", "你"] * 100, ["New York", " ", "好"]]
    for own, sentence in zip(words, parser.parse_tokens(words), strict=True):
        assert list(sentence.tokens) == own
        assert [" ".join(own)[a:b] for a, b in sentence.offsets] == own
        assert sum(head < 0 for head in sentence.heads) == bool(own)
        check(sentence)


def test_alone_or_among_others(parser: FrameParser) -> None:
    texts = [case[0] for case in CASES]
    assert parser.parse(texts) == [parser.parse([text])[0] for text in texts]


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.text(st.sampled_from("我不没把被他狗咬书了的在, 。！\n 12aB.«é👍ไ為發"), max_size=40), max_size=4
    )
)
def test_words_cover_the_text(parser: FrameParser, texts: list[str]) -> None:
    for text, sentence in zip(texts, parser.parse(texts), strict=True):
        check(sentence)
        covered = [k for start, end in sentence.offsets for k in range(start, end)]
        assert covered == sorted(set(covered))
        assert {k for k, c in enumerate(text) if not c.isspace()} <= set(covered)
        assert ["".join(text[a:b].split()) for a, b in sentence.offsets] == list(sentence.tokens)


def test_long_texts(parser: FrameParser) -> None:
    for text in ("我" * 1500, "他说，" * 300):
        (sentence,) = parser.parse([text])
        check(sentence)
        assert "".join(sentence.tokens) == text


def test_there_is_one_model(parser: FrameParser) -> None:
    assert frame_parser("zh", "small") is parser
    assert parser.signature.startswith("frames:zh-")
    with pytest.raises(InputError, match="one model of Chinese"):
        frame_parser("zh", "encoder")
