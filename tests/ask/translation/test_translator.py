"""All keywords together: sources, glossary, pruning, scripts, choice."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation import (
    CopiedText,
    Glossary,
    HitTable,
    Numerals,
    PageIndex,
    Translator,
    gold_translation,
    oracle_translation,
    translation_accuracy,
)
from likewise.ask.translation.early_pruning import prune_rare
from likewise.ask.translation.name_parts import composed_candidates
from likewise.errors import InputError

from .keywords import asked, keyword, name, number
from .test_noisy_channel import PAGES

GOLD = "如果布什离开伊拉克会怎样？"


@dataclass
class Words:
    """A dictionary of a few words."""

    table: dict[str, list[str]]
    name: str = "dictionary"
    asked: list[str] = field(default_factory=list)

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        self.asked.append(keyword.text)
        texts = self.table.get(keyword.text, [])
        return [TranslationCandidate(text, (self.name,), score=1.0 - 0.1 * n) for n, text in enumerate(texts)]


WORDS = Words({"Bush": ["灌木", "布什"], "leaves": ["叶子", "离开"], "Iraq": ["伊拉克"]})
QUESTION = asked(name("Bush"), keyword("leaves", lemma="leave"), name("Iraq"))


def translator(lang: str = "zh-Hans", **settings: object) -> Translator:
    return Translator(lang, [WORDS], PAGES, selection="channel", use_encoder=False, **settings)


def test_the_example_of_the_paper_from_end_to_end() -> None:
    result = translator().translate(QUESTION)
    assert [one.used[0].text for one in result.keywords] == ["布什", "离开", "伊拉克"]
    assert [len(one.used) for one in result.keywords] == [1, 1, 1]
    assert result.keywords[0].candidates[1].pruned == "another one was chosen"
    assert f"{result.combinations[0].overall:.4e}" == "4.1675e-04"
    assert (result.lang, result.window) == ("zh-Hans", 0)


@pytest.mark.parametrize("choice", ["syn", "weighted"])
def test_several_candidates_stay_in_use(choice: str) -> None:
    result = translator().translate(QUESTION, choice=choice)
    assert [[one.text for one in row.used] for row in result.keywords] == [
        ["布什", "灌木"],
        ["离开", "叶子"],
        ["伊拉克"],
    ]
    assert sum(one.score for one in result.keywords[0].used) == pytest.approx(1.0)


def test_the_glossary_beats_every_source() -> None:
    glossary = Glossary()
    glossary.append("Bush", "布殊")
    own = Translator("zh-Hans", [WORDS, glossary], PAGES, use_encoder=False)
    row = own.translate(QUESTION, choice="syn").keywords[0]
    assert [one.text for one in row.used] == ["布殊"]
    assert {one.pruned for one in row.candidates[1:]} == {"the glossary has another"}


def test_a_chinese_question_has_both_scripts() -> None:
    pytest.importorskip("opencc", reason="opencc is not installed")
    row = translator("zh").translate(QUESTION).keywords[1]
    assert [one.text for one in row.used] == ["离开", "離開"]
    assert [one.used[0].text for one in translator("zh-Hant").translate(QUESTION).keywords][2] == "伊拉克"


def test_the_collection_decides_the_word() -> None:
    pages = PageIndex(["布什把叶子带到伊拉克", "布什在伊拉克看叶子"])
    own = Translator("zh-Hans", [WORDS], PAGES, collection=pages, selection="channel", use_encoder=False)
    assert own.translate(QUESTION).combinations[0].texts == ("布什", "叶子", "伊拉克")


def test_ranked_candidates_see_the_pages_of_the_others() -> None:
    pages = PageIndex(["布什将离开伊拉克", "灌木的叶子", "灌木", "叶子"])
    own = Translator("zh-Hans", [WORDS], HitTable(), collection=pages, use_encoder=False)
    result = own.translate(QUESTION)
    assert result.combinations[0].texts == ("布什", "离开", "伊拉克")
    assert result.combinations[0].overall == result.combinations[0].translation


def test_keywords_that_nobody_knows() -> None:
    result = Translator("ja", [CopiedText()], use_encoder=False).translate(
        asked(keyword("zzz"), name("Qqq"), number("50"))
    )
    assert [[one.text for one in row.used] for row in result.keywords] == [[], ["Qqq"], ["50"]]
    assert Translator("ja", [], use_encoder=False).translate(asked(keyword("zzz"))).combinations == ()


def test_names_are_put_together_from_parts() -> None:
    words = Words({"Super Bowl": ["超级碗"], "Chicago": ["芝加哥"], "University": ["大学"]})
    own = Translator("zh-Hans", [words, Numerals("zh-Hans")], use_encoder=False)
    texts = [one.text for one in own.candidates(name("Super Bowl 50"))]
    assert "超级碗50" in texts
    assert own.candidates(name("University of Chicago"))[0].text == "芝加哥大学"
    assert own.knows("Super Bowl")
    assert not own.knows("Super Bowl 50")


def test_names_in_katakana_have_a_dot_between_them() -> None:
    def lookup(part: Keyword) -> list[TranslationCandidate]:
        table = {"Werner": "ヴェルナー", "Spies": "シュピース"}
        return [TranslationCandidate(table[part.text], ("names",), score=1.0)] if part.text in table else []

    texts = [one.text for one in composed_candidates(name("Werner Spies"), lookup, "ja")]
    assert texts[:2] == ["ヴェルナー・シュピース", "ヴェルナーシュピース"]
    assert composed_candidates(name("Werner"), lookup, "ja") == []
    assert [one.text for one in composed_candidates(name("Werner Zzz"), lookup, "ja")] == ["ヴェルナー"]


def test_rare_words_go_but_never_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def frequency(text: str, lang: str) -> float:
        return {"河": 5.0}.get(text, 0.0)

    monkeypatch.setattr("likewise.ask.translation.early_pruning.word_frequency", frequency)
    found = [TranslationCandidate(text, ("dictionary",), score=0.5) for text in ("滏", "河")]
    assert [one.pruned for one in prune_rare(found, "zh")] == ["rare in this language", ""]
    assert [one.pruned for one in prune_rare(found[:1], "zh")] == [""]
    named = [TranslationCandidate("滏", ("names",)), found[1]]
    assert [one.pruned for one in prune_rare(named, "zh")] == ["", ""]
    assert [one.pruned for one in prune_rare(found, "zh", collection=PageIndex(["滏阳"]))] == ["", ""]


def test_the_gold_question_judges() -> None:
    result = translator().translate(QUESTION)
    assert translation_accuracy(result, GOLD) == 1.0
    assert translation_accuracy(result, "布 什的叶子") == pytest.approx(1 / 3)
    assert (
        translation_accuracy(Translator("ja", [], use_encoder=False).translate(asked(keyword("z"))), GOLD)
        == 0
    )


def test_the_best_available_candidate() -> None:
    result = translator().translate(QUESTION)
    best = oracle_translation(QUESTION, result, "灌木离开")
    assert [one.used[0].text for one in best.keywords] == ["灌木", "离开", "伊拉克"]
    assert best.keywords[0].used[0].sources == ("corrected", "dictionary")
    assert len(best.keywords[0].used) == 1


def test_keywords_of_the_gold_question() -> None:
    result = translator().translate(QUESTION)
    gold = gold_translation(QUESTION, GOLD, ["布什", "离开", "会", "无"], "zh-Hans", translation=result)
    assert [one.keyword.text for one in gold.keywords] == ["Bush", "leaves", "会"]
    assert {one.used[0].sources for one in gold.keywords} == {("gold",)}
    assert gold.sentence == GOLD


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"lang": "de"}, "field 'lang': expected zh"),
        ({"selection": "guess"}, "field 'selection'"),
        ({"most": 0}, "field 'most'"),
    ],
)
def test_wrong_settings_are_told(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Translator(**{"lang": "ja", "sources": [], "use_encoder": False, **settings})
    with pytest.raises(InputError, match="field 'candidates'"):
        translator().translate(QUESTION, choice="all")


def test_a_name_that_is_not_found_whole_is_searched_by_its_words() -> None:
    words = Words({"Bush": ["布什"], "Iraq": ["伊拉克"]})
    made = Translator("zh-Hans", [words], PAGES, collection=PageIndex(["布什在伊拉克"]), use_encoder=False)
    result = made.translate(asked(name("Bush Iraq"), name("Iraq")))
    assert [one.keyword.text for one in result.keywords] == ["Bush Iraq", "Iraq"]
    assert [one.used[0].text for one in result.keywords[0].words] == ["布什", "伊拉克"]
    assert [one.keyword.text for one in result.searched] == ["Bush Iraq", "Bush", "Iraq", "Iraq"]
    assert result.keywords[1].words == ()
