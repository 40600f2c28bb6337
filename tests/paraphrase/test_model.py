"""The paraphraser at work: choices, derivations, lines of all sizes, streams, and its folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count, islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import likewise as lw
from likewise import data
from likewise.errors import InputError
from likewise.metrics import PINC
from likewise.paraphrase import Paraphrase, Paraphraser, train
from likewise.paraphrase.chooser import LM, PIECE
from likewise.paraphrase.pool import PLAIN, gather, vectors
from likewise.transduce.decode import FEATURE_NAMES

SOURCES = [cluster.texts[0].text for cluster in data.clusters()]
FIRST = "A man is slicing a tomato."
NOVELTIES = (None, 0.0, 0.6, 1.0)
SPLIT = PINC(tokenize="words")


def covered(found: Paraphrase) -> list[int]:
    """The places of source words, as the derivation goes through them."""
    return [place for use in found.phrases for place in range(use.start, use.end)]


class TestNovelty:
    def test_more_is_more(self, model: Paraphraser) -> None:
        means = [
            np.mean([found[0].pinc for found in model.stream(SOURCES, novelty=novelty)])
            for novelty in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
        ]
        assert all(a <= b for a, b in pairwise(means))
        assert means[-1] > means[0] + 20

    def test_what_is_asked_for_is_given_to_new_clusters(self) -> None:
        clusters = data.clusters()
        model = train(clusters[::2], held_out=100, candidates=30)
        unseen = [text.text for cluster in clusters[1::2] for text in cluster.texts[:2]]
        for novelty in (0.5, 0.6, 0.7):
            found = [one[0].pinc for one in model.stream(unseen, novelty=novelty)]
            assert np.mean(found) == pytest.approx(100 * novelty, abs=8)

    @pytest.mark.parametrize("novelty", [-0.01, 1.01, 60, float("nan"), float("inf")])
    def test_out_of_range(self, model: Paraphraser, novelty: float) -> None:
        message = f"field 'novelty': expected a number from 0 to 1, found {novelty}"
        with pytest.raises(InputError, match=message):
            model.paraphrase(FIRST, novelty)
        with pytest.raises(InputError, match=message):
            model.paraphrase("", novelty)
        with pytest.raises(InputError, match=message):
            list(model.stream([FIRST], novelty=novelty))


class TestOneLine:
    @pytest.mark.parametrize("novelty", NOVELTIES)
    def test_what_is_told_of_each_wording(self, model: Paraphraser, novelty: float | None) -> None:
        for source in SOURCES[:6]:
            words, found = model.tokenization.words(source), model.nbest(source, 8, novelty)
            assert len({one.text for one in found}) == len(found) == 8
            assert model.paraphrase(source, novelty).text == found[0].text
            for one in found:
                said = model.tokenization.words(one.text)
                assert one.pinc == pytest.approx(SPLIT.segment(source, one.text))
                assert covered(one) == list(range(len(words)))
                assert [use.source for use in one.phrases] == [
                    " ".join(words[use.start : use.end]) for use in one.phrases
                ]
                assert " ".join(use.target for use in one.phrases).split() == said
                assert set(one.features) == set(FEATURE_NAMES)
                assert one.features["words"] == len(said)
                assert one.reasons["pinc"] == one.pinc
                assert one.reasons["length-ratio"] == pytest.approx(len(said) / len(words))
                assert all(
                    0 <= one.reasons[f"support-{n}"] <= 1.0 + 1e-9 for n in (1, 2, 3, 4) if n <= len(said)
                )

    def test_the_plain_system_is_the_phrase_model(self, model: Paraphraser) -> None:
        found = model.nbest(FIRST, 5)
        for one in found:
            features = {name: one.features[name] for name in PLAIN}
            assert one.score == pytest.approx(sum(PLAIN[name] * value for name, value in features.items()))
        assert any(use.scores for one in found for use in one.phrases)

    def test_dressed_like_the_source(self, model: Paraphraser) -> None:
        plain = model.paraphrase("a man is slicing a tomato", 0.5).text
        assert model.paraphrase("A man is slicing a tomato!", 0.5).text == f"{plain[0].upper()}{plain[1:]}!"
        assert plain == plain.lower()

    def test_as_text_and_as_an_object(self, model: Paraphraser) -> None:
        found = model.paraphrase(FIRST, 0.5)
        assert str(found) == found.text
        row = json.loads(json.dumps(found.as_dict()))
        assert (row["text"], row["pinc"], row["score"]) == (found.text, found.pinc, found.score)
        assert row["phrases"][0]["source"] == found.phrases[0].source

    @pytest.mark.parametrize("text", ["", "   ", "\t\n", "?!...", "—"])
    def test_nothing_to_say(self, model: Paraphraser, text: str) -> None:
        for novelty in NOVELTIES:
            assert model.nbest(text, 5, novelty) == [Paraphrase("", 0.0, 0.0)]

    @pytest.mark.parametrize("novelty", NOVELTIES)
    def test_unknown_words_are_copied(self, model: Paraphraser, novelty: float | None) -> None:
        found = model.paraphrase("A zorkmid is slicing a quux and a zorkmid.", novelty)
        said = model.tokenization.words(found.text)
        assert (said.count("zorkmid"), said.count("quux")) == (2, 1)
        copies = [use for use in found.phrases if use.scores is None]
        assert [use.target for use in copies] == ["zorkmid", "quux", "zorkmid"]
        assert found.features["unknown"] == 3
        assert model.paraphrase("Zorkmid quux", novelty).text == "Zorkmid quux"
        many = " ".join(f"zork{k}" for k in range(PIECE))
        assert model.paraphrase(many, novelty).text == many

    @pytest.mark.parametrize("novelty", [None, 0.6])
    def test_a_thousand_words(self, model: Paraphraser, novelty: float | None) -> None:
        words = " ".join(model.training_texts).split()[:990]
        words[100:100] = [f"new{k}" for k in range(10)]
        line = " ".join(words)
        found = model.nbest(f"{line}.", 5, novelty)
        assert len(found) == 1
        assert covered(found[0]) == list(range(1000))
        said = model.tokenization.words(found[0].text)
        assert 500 < len(said) < 1500
        assert {f"new{k}" for k in range(10)} <= set(said)
        assert found[0].text.endswith(".")
        assert found[0].pinc == pytest.approx(SPLIT.segment(line, found[0].text))

    def test_pieces_begin_after_sixty_words(self, model: Paraphraser) -> None:
        words = " ".join(model.training_texts).split()
        for size in (PIECE, PIECE + 1):
            found = model.nbest(" ".join(words[:size]), 3)
            assert len(found) == (3 if size == PIECE else 1)
            assert covered(found[0]) == list(range(size))

    @given(
        st.lists(st.sampled_from([*"?.,'", "a", "man", "is", "Dog", "zork", "42", "été", "狗"]), max_size=9)
    )
    @settings(max_examples=25)
    def test_any_line_will_do(self, model: Paraphraser, parts: list[str]) -> None:
        line = " ".join(parts)
        words = model.tokenization.words(line)
        for found in (model.paraphrase(line), model.paraphrase(line, 0.7)):
            assert covered(found) == list(range(len(words)))
            assert bool(found.text) == bool(words)
            assert 0 <= found.pinc <= 100


class TestDoubt:
    def test_by_hand(self, model: Paraphraser) -> None:
        """Too short, too long, unlikely or broken off: as a plain loop has it."""
        taste, vocabulary = model.taste, model.index.texts.vocabulary
        unfinished = {vocabulary[k] for k in np.flatnonzero(model.index.unfinished)}
        assert {"a", "the", "is"} <= unfinished
        assert "tomato" not in unfinished
        seen = set()
        for source in SOURCES[:5]:
            words = model.tokenization.words(source)
            pool = gather(model.decoder, words, vectors(), 30)
            least = model.lm.score(words) / (len(words) + 1) - taste.slack
            for k, doubtful in enumerate(model.doubtful(pool)):
                said = [model.decoder.word(pool.searches[0], int(i)) for i in pool.ids(k)]
                ratio = len(said) / len(words)
                expected = (
                    not taste.least <= ratio <= taste.most
                    or pool.features[k, LM] / (len(said) + 1) < least
                    or (said[-1] in unfinished and said[-1] != words[-1])
                )
                assert doubtful == expected
                seen.add(bool(doubtful))
        assert seen == {True, False}

    def test_pools_hold_different_candidates_of_all_searches(self, model: Paraphraser) -> None:
        words = model.tokenization.words(FIRST)
        pool = gather(model.decoder, words, vectors(), 30)
        texts = [tuple(pool.ids(k).tolist()) for k in range(len(pool))]
        assert len(set(texts)) == len(texts) == len(pool.origin)
        found = {tuple(s.ids(k).tolist()) for s in pool.searches for k in range(len(s))}
        assert set(texts) == found
        for k, (search, place) in enumerate(pool.origin):
            assert pool.searches[search].ids(place).tolist() == list(texts[k])
        assert pool.scores == pytest.approx(pool.features @ vectors()[0])


class TestStream:
    @pytest.mark.parametrize("workers", [None, 1, 3])
    def test_equals_nbest_in_order(self, model: Paraphraser, workers: int | None) -> None:
        texts = [*SOURCES[:9], "", *SOURCES[:2], "zork " * 70]
        found = list(model.stream(texts, novelty=0.6, nbest=3, workers=workers))
        assert found == [model.nbest(text, 3, 0.6) for text in texts]

    def test_looks_only_a_few_texts_ahead(self, model: Paraphraser) -> None:
        taken = count()
        texts = (f"a man {next(taken)}" for _ in count())
        stream = model.stream(texts, workers=2)
        assert [one[0].text for one in islice(stream, 3)] == ["a man 0", "a man 1", "a man 2"]
        assert next(taken) < 40
        stream.close()  # type: ignore[attr-defined]

    def test_of_nothing(self, model: Paraphraser) -> None:
        assert list(model.stream([])) == []

    def test_what_the_texts_raise_comes_through(self, model: Paraphraser) -> None:
        def broken() -> Iterator[str]:
            yield FIRST
            raise OSError("the pipe broke")

        with pytest.raises(OSError, match="the pipe broke"):
            list(model.stream(broken()))


class TestFolder:
    def test_saved_and_loaded(self, model: Paraphraser, tmp_path: Path) -> None:
        model.save(tmp_path / "m")
        loaded = lw.load(tmp_path / "m")
        assert isinstance(loaded, Paraphraser)
        assert loaded.card == model.card
        assert loaded.training_texts == model.training_texts
        texts = [*SOURCES[:8], "zork", ""]
        for novelty in NOVELTIES:
            assert list(loaded.stream(texts, novelty=novelty)) == list(model.stream(texts, novelty=novelty))
        loaded.save(tmp_path / "again")
        assert [p.name for p in sorted(tmp_path.iterdir())] == ["again", "m"]
        for path in (tmp_path / "m").iterdir():
            assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()

    @pytest.mark.parametrize("older", [False, True])
    def test_an_interrupted_save_leaves_nothing_behind(
        self, model: Paraphraser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, older: bool
    ) -> None:
        folder = tmp_path / "m"
        if older:
            model.save(folder)
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        write, written = Path.write_bytes, []

        def stopped(path: Path, content: Any) -> int:
            if written:
                raise KeyboardInterrupt
            written.append(path)
            return write(path, content)

        monkeypatch.setattr(Path, "write_bytes", stopped)
        with pytest.raises(KeyboardInterrupt):
            model.save(folder)
        assert written
        assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
        assert [path.name for path in tmp_path.iterdir()] == (["m"] if older else [])

    @pytest.mark.parametrize("name", ["phrases.npz", "language.lm", "support.npz"])
    def test_a_folder_that_lacks_a_file_or_holds_a_broken_one(
        self, model: Paraphraser, tmp_path: Path, name: str
    ) -> None:
        model.save(tmp_path / "m")
        (tmp_path / "m" / name).write_bytes(b"no model")
        with pytest.raises(InputError, match=name):
            Paraphraser.load(tmp_path / "m")
        (tmp_path / "m" / name).unlink()
        with pytest.raises(InputError, match=f"the model lacks its file {name}"):
            Paraphraser.load(tmp_path / "m")

    def test_training_texts_are_normalised(self, model: Paraphraser) -> None:
        texts = model.training_texts
        assert len(texts) == model.card["sentences"] == sum(len(c.texts) for c in data.clusters())
        assert texts[0] == " ".join(model.tokenization.words(SOURCES[0]))
