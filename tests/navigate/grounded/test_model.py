"""The follower learns from the embedded walks, says why, and comes back from disk the same."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.navigate.corpus import Corpus
from likewise.navigate.followers import best_pose, starts
from likewise.navigate.grounded import Grounded
from likewise.navigate.grounded.explain import path_of
from likewise.navigate.grounded.features import Terrain
from likewise.navigate.grounded.instruction_reading import InstructionReading
from likewise.navigate.grounded.network import Ragged, WordBatch, encoded, remembered, wishes
from likewise.navigate.grounded.tape import Tape, TapeNode
from likewise.navigate.grounded.ways import retraced, ways
from likewise.navigate.word_splitters import words as words_of
from likewise.worlds import Corridor, Map, Pose, Travel, Turn


def test_it_follows_what_it_has_learnt(corpus: Corpus, model: Grounded) -> None:
    right = total = 0.0
    for sentence in corpus.sentences[:60]:
        world = corpus.maps[sentence.map]
        for start in starts(sentence.path[0]):
            total += 1
            right += best_pose(model.follow(world, start, sentence.text, k=4)) == sentence.path[-1]
    assert right / total > 0.75


def test_ways_are_ranked_and_legal(corpus: Corpus, model: Grounded) -> None:
    sentence = next(s for s in corpus.sentences if len(s.path) > 3)
    world = corpus.maps[sentence.map]
    found = model.follow(world, starts(sentence.path[0])[0], sentence.text, k=5)
    assert len(found) == 5
    assert [way.score for way in found] == sorted((way.score for way in found), reverse=True)
    assert sum(np.exp(way.score) for way in found) <= 1 + 1e-6
    for way in found:
        world.check_path(way.path)
        assert len(way.words) == len(way.plan)


def test_a_turn_is_told_with_its_word(corpus: Corpus, model: Grounded) -> None:
    world = corpus.maps["Museum"]
    place = next(p for p in world.places if len(world.ways(p)) == 3)
    start = Pose(*place, (world.ways(place)[0] + 90) % 360)
    found = model.because(world, "turn left", model.follow(world, start, "turn left")[0])
    assert found.path[-1] == Pose(*place, world.ways(place)[0])
    assert found.plan[0] == Turn("LEFT")
    assert 1 in found.words[0]
    assert found.reason is None


def test_steps_are_told_where_words_asked_for_them(corpus: Corpus, model: Grounded) -> None:
    world = corpus.maps["Museum"]
    start = next(
        Pose(*p, h) for p in world.places for h in world.ways(p) if len(_run(world, Pose(*p, h))) > 3
    )
    found = model.follow(world, start, "walk forward two steps")[0]
    assert found.path[-1] == _run(world, start)[2]
    assert any(isinstance(step, Travel) for step in found.plan)


def _run(world: Map, pose: Pose) -> list[Pose]:
    run = [pose]
    while (further := world.step(run[-1])) is not None:
        run.append(further)
    return run


def test_reasons(corpus: Corpus, model: Grounded) -> None:
    world = Map("Bare", {(0, 0): "", (1, 0): ""}, {((0, 0), (1, 0)): next(iter(_corridors(corpus)))})
    start = Pose(0, 0, 90)
    assert model.follow(world, start, "  ...  ")[0].reason == "the instruction is empty"
    assert "none of its words is known: xyzzy" in str(model.follow(world, start, "xyzzy")[0].reason)
    assert model.follow(world, start, "walk to the unicorn")[0].reason == "the word 'unicorn' is not known"
    torn = model.follow(world, start, "turn left and turn right")[0]
    assert torn.reason == "it says both left and right, and one turn was made"
    lost = model.follow(world, start, "walk to the sofa")[0]
    assert lost.reason == "no sofa is visible from (0, 0) or on the way"
    assert lost.path[0] == start
    with pytest.raises(InputError, match="not on map 'Bare'"):
        model.follow(world, Pose(5, 5, 0), "turn left")


def _corridors(corpus: Corpus) -> list[Corridor]:
    return list(corpus.maps["Museum"].corridors.values())


def test_an_isolated_place_is_no_trap(model: Grounded) -> None:
    world = Map("Cell", {(0, 0): "chair"}, {})
    for text in ("turn left", "walk to the lamp and turn right", "go two steps"):
        assert model.follow(world, Pose(0, 0, 0), text)[0].path[-1].place == (0, 0)


def test_quick_ends_are_the_ends_of_ways(corpus: Corpus, model: Grounded) -> None:
    for sentence in corpus.sentences[:20]:
        world, start = corpus.maps[sentence.map], starts(sentence.path[0])[-1]
        slow = model.follow(world, start, sentence.text, k=5)
        quick = model.ends(world, start, sentence.text, k=5)
        assert [(w.path[-1], w.score) for w in quick] == [(w.path[-1], w.score) for w in slow]


def test_a_way_retraced_has_the_same_probability(corpus: Corpus, model: Grounded) -> None:
    for sentence in corpus.sentences[:20]:
        world, start = corpus.maps[sentence.map], starts(sentence.path[0])[0]
        terrain = Terrain(world, model.inventory)
        readings = model._readings(words_of(sentence.text))
        for way in ways(readings, terrain, start)[:3]:
            again = retraced(readings, terrain, path_of(terrain, way))
            assert again.score == pytest.approx(way.score, abs=1e-5)


def test_it_knows_what_words_speak_for(model: Grounded) -> None:
    assert model.speaks_for("lamp")[0][0] == "LAMP"
    assert model.speaks_for("the") == []


def test_one_sentence_alone_reads_as_it_does_in_a_batch(corpus: Corpus, model: Grounded) -> None:
    """`reading` repeats the sums of `network` without a tape: both must agree."""
    sentences = [s for s in corpus.sentences if len(s.path) > 2][:3]
    numbered = [model._numbered(words_of(s.text)) for s in sentences]
    weights = {name: TapeNode(value) for name, value in model.nets[0].items()}
    words = WordBatch(
        np.concatenate([n for n, _ in numbered]),
        np.concatenate([t for _, t in numbered]),
        Ragged([len(n) for n, _ in numbered]),
    )
    tape = Tape()
    context, first = encoded(tape, weights, words, model._kinds)
    row, _, _, read = wishes(tape, weights, context, first, words)
    chosen = [np.array([0, 3]), np.array([1]), np.array([], dtype=np.int64)]
    after = remembered(tape, weights, first, read, chosen)
    for i, (numbers, things) in enumerate(numbered):
        reading = InstructionReading(model.nets[0], numbers, things, model._kinds)
        wish = reading.wish(reading.first)
        np.testing.assert_allclose(wish.weights, row.value[i], atol=1e-4)
        np.testing.assert_allclose(reading.after(reading.first, wish, chosen[i]), after.value[i], atol=1e-4)


def test_a_wide_beam_finds_all_short_ways(corpus: Corpus, model: Grounded) -> None:
    """With a beam as wide as the choices, the probabilities of ways of one choice add up."""
    world = corpus.maps["School"]
    readings = model._readings(("turn", "left"))
    terrain = Terrain(world, model.inventory)
    start = Pose(*world.places[0], 0)
    found = ways(readings, terrain, start, beam=2000)
    assert sum(np.exp(way.score) for way in found) == pytest.approx(1.0, abs=1e-3)


def test_same_seed_same_bytes(corpus: Corpus, tmp_path: Path) -> None:
    for name in ("model", "again"):
        Grounded.fit(corpus, nets=2, epochs=2).save(tmp_path / name)
    for file in ("model.json", "names.json", "weights.npz"):
        assert (tmp_path / "again" / file).read_bytes() == (tmp_path / "model" / file).read_bytes()


def test_saved_and_loaded_it_follows_the_same(corpus: Corpus, model: Grounded, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    loaded = lw.load(tmp_path / "model")
    copied = pickle.loads(pickle.dumps(model))
    for sentence in corpus.sentences[:10]:
        world, start = corpus.maps[sentence.map], starts(sentence.path[0])[0]
        expected = model.follow(world, start, sentence.text, k=3)
        assert loaded.follow(world, start, sentence.text, k=3) == expected
        assert copied.follow(world, start, sentence.text, k=3) == expected


def test_a_broken_model_is_refused(model: Grounded, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    (tmp_path / "model" / "weights.npz").write_bytes(b"no")
    with pytest.raises(InputError):
        Grounded.load(tmp_path / "model")
    (tmp_path / "model" / "names.json").unlink()
    with pytest.raises(InputError, match=r"the model lacks its file|is no saved grounded-follower"):
        Grounded.load(tmp_path / "model")


def test_nothing_to_learn_from(corpus: Corpus) -> None:
    with pytest.raises(InputError, match="no sentence to learn from"):
        Grounded.fit(Corpus(corpus.maps, ()))
