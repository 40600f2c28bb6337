"""The KRISP-style parser: charts and learning against plain twins, and what it makes of a small language."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.io.arrays import dumps_arrays, loads_arrays
from likewise.navigate.corpus import Instruction
from likewise.navigate.grammar import Grammar, Rule, expand, grammar_for
from likewise.navigate.krisp import Krisp, Settings, _kernels as kernels, walked
from likewise.navigate.krisp.charts import Chart
from likewise.navigate.krisp.features import Features, grams
from likewise.navigate.krisp.responses import answered
from likewise.worlds import Corridor, Map, Plan, Pose, loads

COMPACT = grammar_for(["SOFA", "BLUE HALLWAY"], numbers=[1, 2])
EXPANDED = expand(COMPACT)
SMALL = Grammar(
    tuple(
        Rule.read(f"{symbol} -> {becomes}")
        for symbol, becomes in (
            ("S", "*Action"),
            ("Action", "*Action , *Action"),
            ("Action", "Turn ( )"),
            ("Action", "Turn ( LEFT )"),
            ("Action", "Travel ( )"),
        )
    )
)
GRAMMARS = pytest.mark.parametrize("grammar", [COMPACT, EXPANDED], ids=["compact", "expanded"])
WORDS = ("turn", "left", "at", "the", "sofa")
TEXTS = {
    "go": "Travel ( )",
    "go on": "Travel ( )",
    "go two steps": "Travel ( steps: 2 )",
    "go one step": "Travel ( steps: 1 )",
    "turn left": "Turn ( LEFT )",
    "turn right": "Turn ( RIGHT )",
    "turn around": "Turn ( )",
    "go to the sofa": "Travel ( ) , Verify ( at: SOFA )",
    "at the sofa turn right": "Verify ( at: SOFA ) , Turn ( RIGHT )",
    "turn left and go to the sofa": "Turn ( LEFT ) , Travel ( ) , Verify ( at: SOFA )",
    "go until the sofa is on the left": "Travel ( ) , Verify ( left: SOFA )",
    "go until blue is in front": "Travel ( ) , Verify ( front: BLUE HALLWAY )",
    "turn to the blue hall in front": "Turn ( ) , Verify ( front: BLUE HALLWAY )",
    "turn left and go one step": "Turn ( LEFT ) , Travel ( steps: 1 )",
    "turn right and go on": "Turn ( RIGHT ) , Travel ( )",
    "turn right and go": "Turn ( RIGHT ) , Travel ( )",
    "hello": "NULL",
}
EXAMPLES = [(text.split(), loads(plan)) for text, plan in TEXTS.items()]


def chance(grammar: Grammar, words: tuple[str, ...] = WORDS, seed: int = 3) -> Any:
    """A chart, features of the words and weights at random."""
    chart, features = Chart(grammar), Features.of([words], least=1)
    draw = np.random.default_rng(seed)
    weights = draw.normal(size=(len(features), chart.classifiers)) * 0.3
    return chart, features, weights, draw.normal(size=chart.classifiers) * 0.3


def scored(words: tuple[str, ...], features: Features, weights: Any) -> Any:
    rows, values = features(words)
    return kernels.span_scores(len(words), rows, values, weights)


def plain_scores(words: tuple[str, ...], features: Features, weights: Any) -> Any:
    ids = {name: kernels.LENGTHS + k for k, name in enumerate(features.names)}
    size = len(words) + 1
    scores = np.zeros((size, size, weights.shape[1]))
    for i in range(size):
        for j in range(i, size):
            scores[i, j] = weights[min(j - i, kernels.LENGTHS - 1)]
            for start, end, name, value in grams(words):
                inner = end >= 0 and start >= 0 and i <= start and end <= j
                if inner or (end < 0 and start == i) or (start < 0 and end == j):
                    scores[i, j] += value * weights[ids[name]]
    return scores


def plain_sum(chart: Any, rows: Any, scores: Any, swaps: Any, symbol: int, i: int, j: int) -> float:
    """The sum over derivations, straight from the definition."""
    total = 0.0
    for own, arity, first, second, classifier, empty in rows.tolist():
        if own != symbol or (i == j and not empty):
            continue
        score = math.exp(scores[i, j, classifier]) if classifier >= 0 else 1.0
        if arity == 0:
            total += score
        elif arity == 1:
            total += score * plain_sum(chart, rows, scores, swaps, first, i, j)
        else:
            swap = math.exp(swaps[classifier]) if classifier >= 0 else 1.0
            for m in range(i, j + 1):
                for (a, x), (b, y), more in (
                    ((first, (i, m)), (second, (m, j)), 1.0),
                    ((first, (m, j)), (second, (i, m)), swap),
                ):
                    if (x[0] < x[1] or _words(rows, a)) and (y[0] < y[1] or _words(rows, b)):
                        left = plain_sum(chart, rows, scores, swaps, a, *x)
                        right = plain_sum(chart, rows, scores, swaps, b, *y)
                        total += score * more * left * right
    return total


def _words(rows: Any, symbol: int) -> bool:
    return any(row[0] == symbol and row[5] for row in rows.tolist())


@GRAMMARS
def test_span_scores_equal_the_plain_sum(grammar: Grammar) -> None:
    _, features, weights, _ = chance(grammar)
    found = scored(WORDS, features, weights)
    wanted = plain_scores(WORDS, features, weights)
    upper = np.triu_indices(len(WORDS) + 1)
    assert found[upper] == pytest.approx(wanted[upper])


@GRAMMARS
def test_inside_equals_the_plain_sum(grammar: Grammar) -> None:
    words = WORDS[:4]
    chart, features, weights, swaps = chance(grammar, words)
    scores = scored(words, features, weights)
    root = len(chart.symbols) - 1
    found = kernels.inside(4, chart.rows, root + 1, scores, swaps)[root, 0, 4]
    assert found == pytest.approx(math.log(plain_sum(chart, chart.rows, scores, swaps, root, 0, 4)))


@GRAMMARS
def test_outside_is_the_slope_of_inside(grammar: Grammar) -> None:
    chart, features, weights, swaps = chance(grammar)
    scores = scored(WORDS, features, weights)
    root = len(chart.symbols) - 1

    def total(these: Any, turned: Any) -> float:
        return float(kernels.inside(5, chart.rows, root + 1, these, turned)[root, 0, 5])

    shares = np.zeros(scores.shape)
    cells = kernels.inside(5, chart.rows, root + 1, scores, swaps)
    turned = kernels.outside(5, chart.rows, scores, swaps, cells, 1.0, shares)
    assert shares[
        ..., [r for r, rule in enumerate(grammar.rules) if rule.symbol == "S"]
    ].sum() == pytest.approx(1)
    draw = np.random.default_rng(5)
    step = 1e-5
    for _ in range(3):
        way, other = draw.normal(size=scores.shape), draw.normal(size=swaps.shape)
        rise = total(scores + step * way, swaps + step * other) - total(
            scores - step * way, swaps - step * other
        )
        assert rise / (2 * step) == pytest.approx((way * shares).sum() + other @ turned, rel=1e-4)


@pytest.mark.parametrize("grammar", [SMALL, expand(SMALL)], ids=["compact", "expanded"])
def test_a_wide_beam_sums_each_plan_exactly(grammar: Grammar) -> None:
    """Sequences of one to three of three actions: 39 plans."""
    words = WORDS[:3]
    chart, features, weights, swaps = chance(grammar, words)
    scores = scored(words, features, weights)
    root = len(chart.symbols) - 1
    meanings, totals, bests, _ = kernels.beam(3, chart.rows, root + 1, scores, swaps, 50, 1e9)
    count = int((meanings[root, 0, 3] != 0).sum())
    every = kernels.inside(3, chart.rows, root + 1, scores, swaps)[root, 0, 3]
    assert count == 39
    assert np.logaddexp.reduce(totals[root, 0, 3, :count]) == pytest.approx(every)
    assert (np.diff(totals[root, 0, 3, :count]) <= 0).all()
    assert (bests[root, 0, 3, :count] <= totals[root, 0, 3, :count] + 1e-12).all()
    parser = Krisp(grammar, features, weights, swaps)
    for plan, score in parser.parse(words, 50):
        rows = chart.tree_rows(grammar.tree(plan))
        alone = kernels.inside(3, rows, len(rows), scores, swaps)[len(rows) - 1, 0, 3]
        assert score == pytest.approx(alone - every, abs=1e-2)


def test_one_step_goes_up_the_slope() -> None:
    """A plain step: each weight moves by rate * slope / sqrt(history), the slope gathered span by span."""
    _, features, weights, _ = chance(COMPACT)
    draw = np.random.default_rng(1)
    slopes = np.triu(np.ones((6, 6)))[..., None] * draw.normal(size=(6, 6, weights.shape[1]))
    wanted, history = weights.copy(), np.ones(weights.shape)

    def moved(feature: int, slope: Any) -> None:
        history[feature] += slope**2
        wanted[feature] += 0.1 * slope / np.sqrt(history[feature])

    rows, values = features(WORDS)
    for (start, end, feature), value in zip(rows.tolist(), values.tolist(), strict=True):
        spans = [(i, j) for i in range(6) for j in range(i, 6)]
        if end < 0:
            spans = [s for s in spans if s[0] == start]
        elif start < 0:
            spans = [s for s in spans if s[1] == end]
        else:
            spans = [s for s in spans if s[0] <= start and end <= s[1]]
        moved(feature, value * sum(slopes[s] for s in spans))
    for width in range(6):
        moved(width, sum(slopes[i, i + width] for i in range(6 - width)))
    found = weights.copy()
    kernels.learn_spans(5, rows, values, slopes.copy(), found, np.ones(weights.shape), 0.1, 0.0)
    assert found == pytest.approx(wanted)


@GRAMMARS
def test_a_pass_follows_given_plan_less_all_plans(grammar: Grammar) -> None:
    """One example: the slopes are the shares under its plan's parse minus those under the whole grammar."""
    chart, features, weights, swaps = chance(grammar)
    tree = chart.tree_rows(grammar.tree(loads("Turn ( LEFT ) , Verify ( at: SOFA )")))
    rows, values = features(WORDS)
    scores = scored(WORDS, features, weights)
    slopes, turned, total = np.zeros(scores.shape), np.zeros(swaps.shape), 0.0
    for table, sign in ((tree, 1.0), (chart.rows, -1.0)):
        size = int(table[-1, 0]) + 1
        cells = kernels.inside(5, table, size, scores, swaps)
        turned += kernels.outside(5, table, scores, swaps, cells, sign, slopes)
        total += sign * float(cells[size - 1, 0, 5])
    wanted, ones = weights.copy(), np.ones(weights.shape)
    kernels.learn_spans(5, rows, values, slopes, wanted, ones, 0.1, 0.01)
    wanted_swaps = swaps + 0.1 * turned / np.sqrt(1 + turned**2)
    bounds = np.array([0, len(rows)]), np.array([0, len(tree)])
    one = np.zeros(1, np.int64)
    found = kernels.learn_pass(
        *(one, one + 5, bounds[0], rows, values, chart.rows, len(chart.symbols), bounds[1], tree),
        *(np.ones(1), weights, np.ones(weights.shape), swaps, np.ones(swaps.shape), 0.1, 0.01),
    )
    assert found == pytest.approx(total)
    assert weights == pytest.approx(wanted)
    assert swaps == pytest.approx(wanted_swaps)


@pytest.fixture(scope="module", params=["compact", "expanded"])
def learnt(request: pytest.FixtureRequest) -> Krisp:
    grammar = COMPACT if request.param == "compact" else EXPANDED
    return Krisp.train(EXAMPLES, grammar, settings=Settings(passes=40, rate=0.2, least=1, decay=0.0))


def test_it_learns_a_small_language(learnt: Krisp) -> None:
    for words, plan in EXAMPLES:
        assert learnt.parse(words)[0][0] == plan


def test_it_puts_known_parts_together_anew(learnt: Krisp) -> None:
    plan = learnt.parse(["turn", "right", "and", "go", "to", "the", "sofa"])[0][0]
    assert plan == loads("Turn ( RIGHT ) , Travel ( ) , Verify ( at: SOFA )")


def test_plans_come_best_first_and_once(learnt: Krisp) -> None:
    found = learnt.parse(["go", "to", "the", "sofa"], 6)
    scores = [score for _, score in found]
    assert scores == sorted(scores, reverse=True)
    assert len({plan for plan, _ in found}) == len(found) == 6
    assert sum(math.exp(score) for score in scores) < 1 + 1e-9


def test_no_words_no_plan(learnt: Krisp) -> None:
    assert learnt.parse([]) == [((), 0.0)]
    assert learnt.explain([]) == ((), [])


def test_unknown_words_get_some_plan(learnt: Krisp) -> None:
    assert len(learnt.parse(["xyzzy"])) == 1


def test_a_very_long_text_is_read_in_pieces(learnt: Krisp) -> None:
    words = ["go", "to", "the", "sofa"] * 40
    (plan, score), second = learnt.parse(words, 2)
    assert len(plan) >= 3
    assert second[1] <= score < 0
    covers = learnt.explain(words)[1]
    assert [(c.start, c.end) for c in covers if c.rule.symbol == "S"] == [(0, 64), (64, 128), (128, 160)]


def test_what_each_rule_covers(learnt: Krisp) -> None:
    words = ["turn", "left", "and", "go", "to", "the", "sofa"]
    plan, covers = learnt.explain(words)
    assert plan == learnt.parse(words)[0][0]
    assert (covers[0].start, covers[0].end, covers[0].rule.symbol) == (0, 7, "S")
    (sofa,) = [c for c in covers if str(c.rule) == "Object -> SOFA"]
    assert "sofa" in words[sofa.start : sofa.end]


def test_same_seed_same_bytes_and_back(learnt: Krisp) -> None:
    again = Krisp.train(EXAMPLES, learnt.grammar, settings=Settings(passes=40, rate=0.2, least=1, decay=0.0))
    data = dumps_arrays(learnt.to_arrays())
    assert dumps_arrays(again.to_arrays()) == data
    back = Krisp.from_arrays(loads_arrays(data))
    words = ["go", "to", "the", "sofa", "and", "turn", "left"]
    assert back.parse(words, 5) == learnt.parse(words, 5)


def test_progress_hears_each_pass() -> None:
    heard: list[tuple[int, float]] = []
    Krisp.train(
        EXAMPLES, COMPACT, settings=Settings(passes=3), progress=lambda n, fit: heard.append((n, fit))
    )
    assert [n for n, _ in heard] == [1, 2, 3]
    assert heard[0][1] < heard[2][1] < 0


def test_better_plans_take_the_place_of_those_that_lead_elsewhere() -> None:
    """The first candidate that reaches; the given plan if only that does; nothing if none does."""
    left, right, on = (loads(text) for text in ("Turn ( LEFT )", "Turn ( RIGHT )", "Travel ( )"))
    examples: list[tuple[list[str], Plan]] = [(["a"], on), (["b"], on), (["c"], on), ([], on)]
    goals = {0: (right,), 1: (on,), 2: (), 3: ()}
    made = answered(examples, lambda words, k: [(left, -0.1), (right, -0.2)], lambda n, p: p in goals[n], 2)
    assert made == [(["a"], right), (["b"], on)]


def test_a_plan_is_walked_to_see_where_it_leads() -> None:
    world = Map("Attic", {(0, 0): "", (1, 0): "sofa"}, {((0, 0), (1, 0)): Corridor()})
    known = Instruction("1-1", "Attic", "go", (Pose(0, 0, 90), Pose(1, 0, 90)))
    unknown = Instruction("1-2", "Attic", "face the sofa", (Pose(0, 0, -1), Pose(0, 0, 90)))
    reaches = walked([known, unknown], {"Attic": world})
    assert reaches(0, loads("Travel ( steps: 1 )"))
    assert not reaches(0, loads("Turn ( LEFT )"))
    assert reaches(1, loads("Turn ( ) , Verify ( front: SOFA )"))
    assert not reaches(1, loads("Turn ( LEFT )"))


def test_learning_anew_from_what_reaches() -> None:
    """Half of the plans for one word are wrong; walking them tells which."""
    wrong = [(["left"], loads("Turn ( RIGHT )"))] * 3
    examples = [*EXAMPLES, (["left"], loads("Turn ( LEFT )")), *wrong]
    heard: list[int] = []
    parser = Krisp.train(
        examples,
        COMPACT,
        settings=Settings(passes=10, rate=0.2, least=1),
        reaches=lambda n, plan: plan == (examples[n][1] if n < len(EXAMPLES) else loads("Turn ( LEFT )")),
        progress=lambda n, _: heard.append(n),
    )
    assert parser.parse(["left"])[0][0] == loads("Turn ( LEFT )")
    assert heard == list(range(1, 21))


def test_nothing_to_learn_from() -> None:
    examples: list[tuple[list[str], Plan]] = [([], ())]
    with pytest.raises(InputError, match="no sentence has words"):
        Krisp.train(examples, COMPACT)


def test_a_plan_longer_than_its_words_is_passed_over() -> None:
    short = (["go"], loads("Turn ( ) , Travel ( ) , Turn ( LEFT )"))
    with_it = Krisp.train([*EXAMPLES, short], COMPACT, settings=Settings(passes=2, least=1))
    assert with_it.parse(["turn", "left"])[0][0]
