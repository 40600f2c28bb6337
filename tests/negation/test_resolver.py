"""The whole answer on the embedded sentences: documented behaviours, saving, odd input."""

from __future__ import annotations

from pathlib import Path

import pytest

import likewise
from likewise.errors import InputError
from likewise.negation import Resolver, Sentence, embedded, marked
from likewise.negation.samples import embedded_sentences
from likewise.negation.sentence import Negation, Part, tokens_of


def shown(text: str) -> str:
    answer = embedded().resolve(text)
    assert marked(answer.as_dict()) == answer.marked()
    return answer.marked()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("He did not answer.", "[He] [did] {not} [*answer*] ."),
        ("She doesn't know the song.", "[She] [does] {n't} [*know*] [the] [song] ."),
        ("The room was untidy.", "[The] [room] [was] {un}[*tidy*] ."),
        ("He left without his hat.", "He left {without} [his] [*hat*] ."),
        ("The dog sleeps.", "The dog sleeps ."),
        ("", ""),
        ("我不知道", "我不知道"),
        ("!!! ??", "! ! ! ? ?"),
    ],
)
def test_small_sentences(text: str, answer: str) -> None:
    assert shown(text) == answer


def test_parts_carry_their_characters() -> None:
    text = "  She was unable, sadly, to come."
    one = embedded().resolve(text).as_dict()["negations"][0]
    for kind in ("cue", "scope", "event"):
        for row in one["parts"][kind]:
            assert text[row["start"] : row["end"]] == row["text"]
    assert one["parts"]["cue"][0]["text"] == "un"


def test_tokens_follow_the_treebank() -> None:
    text = "Mr. Smith can't, won’t and cannot say: it's 3.5% -- no."
    tokens = tokens_of(text)
    assert [t.text for t in tokens] == [
        "Mr.", "Smith", "ca", "n't", ",", "wo", "n’t", "and", "can", "not", "say", ":", "it", "'s", "3.5",
        "%", "--", "no", ".",
    ]  # fmt: skip
    assert all(text[t.start : t.end] == t.text for t in tokens)


def test_two_hundred_words_and_unknown_methods() -> None:
    long = Sentence(("He", "did", "not", *("go",) * 200))
    assert len(embedded().resolve(long).negations) == 1
    with pytest.raises(InputError, match="unknown method 'x', expected one of best, ranker, tagger"):
        embedded().resolve(long, method="x")
    with pytest.raises(InputError, match="holds no negation to learn from"):
        Resolver.fit([Sentence(("Yes",))])


def test_a_text_that_is_no_sentence_is_refused() -> None:
    with pytest.raises(InputError, match="2,001 words, expected a sentence of at most 2,000"):
        embedded(False).resolve("no " * 2001)


def test_given_cues_are_kept_and_may_overlap() -> None:
    sentence = Sentence(("He", "is", "not", "unhappy"))
    cues = [(Part(2, "not"),), (Part(3, "un"),)]
    for method in ("best", "ranker", "tagger"):
        found = embedded().resolve(sentence, cues=cues, method=method)
        assert [one.cue for one in found.negations] == cues


def treebank() -> list[Sentence]:
    """The embedded sentences under flat trees with made-up tags: enough for every part to be learnt."""
    rows = []
    for s in embedded_sentences()[::4]:
        pieces = [
            f"{'(S' if k == 0 else ''}*{')' if k == len(s.words) - 1 else ''}" for k in range(len(s.words))
        ]
        rows.append(Sentence(s.words, s.words, tuple(w[-1:] for w in s.words), tuple(pieces), s.negations))
    return rows


def test_a_saved_resolver_answers_alike_and_equal_training_gives_equal_bytes(tmp_path: Path) -> None:
    resolver = Resolver.fit(treebank())
    resolver.save(tmp_path / "a")
    Resolver.fit(treebank()).save(tmp_path / "b")
    for name in ("names.json", "weights.npz", "model.json"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    loaded = likewise.load(tmp_path / "a")
    for sentence in treebank()[:25]:
        for raw in (False, True):
            assert loaded.resolve(sentence, raw=raw) == resolver.resolve(sentence, raw=raw)
    assert loaded.source(treebank()[0]) == "given trees"
    assert loaded.source(treebank()[0], raw=True) == "own trees"
    (tmp_path / "a" / "names.json").write_text("{}")
    with pytest.raises(InputError, match="is no saved negation-resolver"):
        likewise.load(tmp_path / "a")


def test_sentences_of_other_texts_teach_cues_and_scopes_but_no_events() -> None:
    more = [
        Sentence(
            (who, "hardly-ever", verb, "."),
            negations=(Negation((Part(1, "hardly-ever"),), (Part(0, who), Part(2, verb))),),
        )
        for who in ("He", "She", "It", "Nina")
        for verb in ("comes", "goes", "waits")
    ]
    asked = Sentence(("Tom", "hardly-ever", "waits", "."))
    for taught in (treebank(), [s.bare().with_negations(s.negations) for s in treebank()]):
        assert not Resolver.fit(taught).resolve(asked).negations
        (found,) = Resolver.fit(taught, more=more).resolve(asked).negations
        assert found.cue == more[0].negations[0].cue
        assert [part.text for part in found.scope] == ["Tom", "waits"]
    with_more, without = Resolver.fit(treebank(), more=more).parts, Resolver.fit(treebank()).parts
    for theirs, own in ((with_more.raw, without.raw), (with_more.given, without.given)):
        assert theirs is not None
        assert own is not None
        assert theirs.events.model.nodes == pytest.approx(own.events.model.nodes)
    assert with_more.given is not None
    assert without.given is not None
    assert with_more.given.scopes.members[0].nodes == pytest.approx(without.given.scopes.members[0].nodes)


def test_one_sentence_is_enough_to_learn_from() -> None:
    one = next(s for s in treebank() if s.negations)
    assert Resolver.fit([one]).resolve(one).negations[0].cue == one.negations[0].cue


def test_a_sentence_and_its_text_have_one_answer() -> None:
    text = "He did not answer ."
    answer = embedded(False).resolve(text)
    assert embedded(False).resolve(Sentence(tuple(text.split()))) == answer
    assert answer.sentence.negations == answer.negations == tuple(one.negation for one in answer.resolved)
    assert [text[token.start : token.end] for token in answer.tokens] == text.split()
    assert Resolver().resolve(text).negations == embedded().resolve(text).negations


def test_names_of_the_release_before_still_work(tmp_path: Path) -> None:
    from likewise.negation import former

    plain = embedded(False)
    former.save_resolver(plain, tmp_path / "a", data="x", seed=3)
    again = former.load_resolver(tmp_path / "a")
    assert (again.data, again.seed) == ("x", 3)
    whole = former.resolve_deeply(former.deep_resolver(again), "He did not go.", "best")
    bare = former.resolve_text(again, "He did not go.")
    assert whole == plain.resolve("He did not go.").as_dict()
    assert [sorted(one) for one in bare["negations"]] == [["cue", "event", "parts", "scope"]]
    assert former.METHODS == ("best", "ranker", "tagger")
    assert former.DEEP_METHODS == ("crawler", "crawler-n", "crawler-p", "combined")


def test_a_text_of_several_sentences_is_read_one_by_one() -> None:
    sentences = ("He did not answer.", "It rained.", "Dr. Hall was unable to sleep!")
    parts = [RUNNING.resolve(text) for text in sentences]
    text = "  ".join(sentences)
    whole = RUNNING.resolve(text)
    assert [text[t.start : t.end] for t in whole.tokens] == [t.text for one in parts for t in one.tokens]
    told = [one for part in parts for one in part.as_dict()["negations"]]
    for one, other in zip(whole.as_dict()["negations"], told, strict=True):
        for kind in ("cue", "scope", "event"):
            assert [p["text"] for p in one["parts"][kind]] == [p["text"] for p in other["parts"][kind]]
            assert all(text[p["start"] : p["end"]] == p["text"] for p in one["parts"][kind])
        assert one["reasons"] == other["reasons"]
    assert whole.source == parts[0].source


RUNNING = embedded(False)
