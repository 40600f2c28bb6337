"""Parts of the Chinese parser's net beside plain twins: the layer that reads both ways, the best words."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from likewise.frames._kernels import best_words
from likewise.frames.chinese_characters import ChineseCharacters, pieces_of, symbol_of
from likewise.frames.chinese_negations import with_negations_cut
from likewise.frames.chinese_network import ReadWords
from likewise.frames.layer_both_ways import LayerBothWays, TurnedRows


def plain_layer(x, inputs, states, bias):  # type: ignore[no-untyped-def]
    """One direction over one sentence, gate by gate."""
    size = states.shape[0]
    state, memory, out = np.zeros(size), np.zeros(size), []
    for row in x:
        gates = row @ inputs + state @ states + bias
        entry, keep, new, leave = np.split(gates, 4)
        sigmoid = [1 / (1 + np.exp(-gate)) for gate in (entry, keep, leave)]
        memory = sigmoid[1] * memory + sigmoid[0] * np.tanh(new)
        state = sigmoid[2] * np.tanh(memory)
        out.append(state)
    return np.array(out)


def test_a_layer_is_its_plain_twin() -> None:
    rng = np.random.default_rng(3)
    inputs, states, biases = (
        rng.normal(size=shape).astype(np.float32) for shape in ((2, 5, 12), (2, 3, 12), (2, 1, 12))
    )
    sizes = [4, 1, 7, 4]
    bounds = np.cumsum([0, *sizes])
    x = rng.normal(size=(bounds[-1], 5)).astype(np.float32)
    read = LayerBothWays(inputs, states, biases).read(x, TurnedRows.of(bounds))
    for a, b in pairwise(bounds):
        forth = plain_layer(x[a:b], inputs[0], states[0], biases[0, 0])
        back = plain_layer(x[a:b][::-1], inputs[1], states[1], biases[1, 0])[::-1]
        assert read[a:b] == pytest.approx(np.concatenate([forth, back], 1), abs=1e-5)


def test_best_words_are_the_best_of_all() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        scores = rng.normal(size=(4, 4)).astype(np.float32)

        def legal(path: tuple[int, ...]) -> bool:
            pairs = zip((-1, *path), path, strict=False)
            return all(tag % 2 == 0 or before in (tag, tag - 1) for before, tag in pairs)

        paths = [path for path in product(range(4), repeat=4) if legal(path)]
        best = max(paths, key=lambda path: sum(scores[k, tag] for k, tag in enumerate(path)))
        assert best_words(scores).tolist() == list(best)


def test_pieces_and_their_names() -> None:
    text = "在2010年，iPhone賣了1,000部"
    assert [text[a:b] for a, b in pieces_of(text)] == [
        "在", "2010", "年", "，", "iPhone", "賣", "了", "1,000", "部",
    ]  # fmt: skip
    assert [symbol_of(piece) for piece in ("2010", "1,000", "，", "iPhone", "USA", "賣")] == [
        "<9999>", "<9.9>", ",", "<Aa>", "<A>", "賣",
    ]  # fmt: skip
    characters = ChineseCharacters(["<unknown>", "<edge>", "卖賣", "<9999>"])
    assert characters.numbers(["賣", "卖", "2010", "x"]).tolist() == [2, 2, 3, 0]
    assert characters.simplified("賣x") == "卖x"


def test_negations_are_cut_off() -> None:
    read = ReadWords([1, 2, 1], ["PRON", "AUX", "VERB"], [3, 3, 0], ["nsubj", "aux", "root"])
    cut = with_negations_cut(["她", "不会", "说"], read, set())
    assert cut == ReadWords(
        [1, 1, 1, 1], ["PRON", "ADV", "AUX", "VERB"], [4, 3, 4, 0], ["nsubj", "neg", "aux", "root"]
    )
    kept = ReadWords([2, 2], ["VERB", "NOUN"], [0, 1], ["root", "dobj"])
    assert with_negations_cut(["不如", "不会"], kept, {"如"}) is kept
