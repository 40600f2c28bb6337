"""Golden numbers of the papers' figures, and the laws of the family, on frames given by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import meant_figures as figures
from likewise.metrics.meant import (
    GROUPS,
    Comparer,
    Comparison,
    Exact,
    FrameScore,
    FrameText,
    PhraseForm,
    RoleFiller,
    RoleFrame,
    WordPairs,
    group_of,
    role_frames,
)
from likewise.records import Frame, Role
from likewise.transduce.itg import biparse_matrix
from meant_figures import framed, part

UNIFORM = np.full(len(GROUPS), 1 / len(GROUPS))
F_SCORE, IMEANT = PhraseForm("f-score"), PhraseForm("imeant")


def comparer(form: PhraseForm = F_SCORE, **settings: str) -> Comparer:
    return Comparer(Exact(), form, form, **settings)


def compared(first: FrameText, second: FrameText, form: PhraseForm = F_SCORE, **settings: str) -> Comparison:
    return comparer(form, **settings).compare([(first, second)])[0]


def scored(first: FrameText, second: FrameText, form: PhraseForm = F_SCORE, **settings: str) -> float:
    return compared(first, second, form, **settings).score(UNIFORM, 0.0)


def words_of(first: FrameText, second: FrameText) -> WordPairs:
    return comparer().word_pairs([(first, second)])[0]


def similarity(
    first: FrameText, one: list[int], second: FrameText, other: list[int], form: PhraseForm
) -> float:
    return float(form.table(words_of(first, second), [np.array(one)], [np.array(other)])[0, 0])


# --- golden numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "bitg", "inside"),
    [
        (1, 0.590616, 1.0),
        (2, 0.419060, 1.0),
        (3, 0.419060, 1.259921),
        (4, 0.429091, 1.495349),
        (5, 0.439682, 1.695218),
    ],
)
def test_perfect_monotone_fillers(size: int, bitg: float, inside: float) -> None:
    nothing = np.zeros(size)
    words = WordPairs(np.eye(size), nothing, nothing)
    # The floor under probabilities adds what no one sees.
    assert PhraseForm("bitg", "inside").whole(words) == pytest.approx(bitg, abs=2e-6)
    biparse = biparse_matrix(np.eye(size), nothing, nothing, 1.0, 1.0)
    assert np.exp(biparse.inside / size) == pytest.approx(inside, abs=1e-6)
    assert PhraseForm("imeant", "inside").whole(words) == 1.0  # clipped
    assert PhraseForm("imeant", "viterbi").whole(words) == 1.0


@pytest.mark.parametrize(
    ("candidate", "reference", "label", "frame", "precision", "recall", "f"),
    [
        ((figures.MT_OF_2,), (figures.REF_2,), "ARG0", 0, 0.5, 0.5, 0.5),
        ((figures.MT_OF_2,), (figures.REF_2,), "ARG1", 0, 0.8333, 0.7143, 0.7692),
        (figures.MT_2_FRAMES, figures.REF_1_FRAMES, "ARG1", 1, 0.8, 0.4, 0.5333),
    ],
)
def test_fillers_of_the_figures(
    candidate: tuple[str, ...],
    reference: tuple[str, ...],
    label: str,
    frame: int,
    precision: float,
    recall: float,
    f: float,
) -> None:  # fmt: skip
    first, second = framed(*candidate), framed(*reference)
    one, other = part(first, label, frame), part(second, label, frame)
    matrix = words_of(first, second).matrix[np.ix_(one, other)]
    assert matrix.max(axis=1).mean() == pytest.approx(precision, abs=1e-4)
    assert matrix.max(axis=0).mean() == pytest.approx(recall, abs=1e-4)
    assert similarity(first, one, second, other, F_SCORE) == pytest.approx(f, abs=1e-4)


@pytest.mark.parametrize("null", [0.05, 0.1, 0.3])
def test_figure_2_agent_gets_the_null_weight(null: float) -> None:
    first, second = framed(figures.MT_OF_2), framed(figures.REF_2)
    found = similarity(
        first, part(first, "ARG0"), second, part(second, "ARG0"), PhraseForm("imeant", null=null)
    )
    assert found == pytest.approx(null)


def test_figure_3_leaves_complete_and_range_alone() -> None:
    first, second = framed(*figures.MT_2_FRAMES), framed(*figures.REF_1_FRAMES)
    one, other = part(first, "ARG1", 1), part(second, "ARG1", 1)
    links = IMEANT.biparse(words_of(first, second), np.array(one), np.array(other)).links
    linked = {second.tokens[other[j]] for _, j in links}
    assert linked == {"sales", "SK", "-", "products"} or linked == {"SK", "-", "products"}
    assert not linked & {"complete", "range"}


def test_figure_2_is_within_the_grammar() -> None:
    """The links of the figure, and no others: there is a biparse that has them all."""
    first, second = framed(figures.MT_OF_2), framed(figures.REF_2)
    one, other = part(first, "ARG1"), part(second, "ARG1")
    matrix = words_of(first, second).matrix[np.ix_(one, other)].copy()
    matrix[one.index(first.tokens.index("supervision")), other.index(second.tokens.index("supervisory"))] = (
        1.0
    )
    biparse = biparse_matrix(matrix, np.full(len(one), 0.1), np.full(len(other), 0.1), 1.0, 1.0)
    assert len(biparse.links) == 6
    assert biparse.viterbi == pytest.approx(np.log(0.1))  # "of" alone


def test_figure_1_third_translation_backs_off() -> None:
    second = framed(*figures.REF_1_FRAMES)
    found = compared(framed(text=figures.MT_3), second)
    assert (found.sides, found.first.lack) == (None, "frameless")
    assert found.score(UNIFORM, 0.0) == found.sentence == F_SCORE.whole(words_of(found.first, second)) > 0.0


def test_figure_4_is_dense_and_figure_3_sparse() -> None:
    dense = scored(framed(*figures.MT_OF_4), framed(*figures.REF_4))
    assert dense > scored(framed(*figures.MT_2_FRAMES), framed(*figures.REF_1_FRAMES)) + 0.2


def test_worked_example() -> None:
    """`A hit B` with a time that is lost: predicate, agent and patient of four are kept."""
    found = compared(
        framed("[ARG0 A] [V hit] [ARG1 B]"), framed("[ARG0 A] [V hit] [ARG1 B] [ARGM-TMP today]")
    )
    frames = found.frames(UNIFORM)
    assert frames is not None
    assert (frames.precision, frames.recall, frames.f) == (1.0, 0.75, pytest.approx(6 / 7))


def test_older_forms() -> None:
    words = WordPairs(
        np.array([[1.0, 0.5], [0.5, 0.4]]), weight_first=np.array([3.0, 1.0]), weight_second=np.ones(2)
    )
    plain = WordPairs(words.matrix)
    assert PhraseForm("bag").whole(plain) == pytest.approx(0.6)
    assert PhraseForm("competitive").whole(plain) == pytest.approx(2 * 1.4 / 4)
    assert PhraseForm("mihalcea").whole(words) == pytest.approx(((3 * 1.0 + 0.5) / 4 + (1.0 + 0.5) / 2) / 2)


# --- labels -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "group"),
    [("ARG0", "agent"), ("A0", "agent"), ("AM-TMP", "temporal"), ("ARGM-GOL", "locative"),
     ("ARGM-PNC", "purpose"), ("ARG3", "other"), ("ARGM-DIS", "other"), ("C-ARG1", "experiencer"),
     ("R-A0", "agent"), ("nonsense", "other")],
)  # fmt: skip
def test_groups(label: str, group: str) -> None:
    assert GROUPS[group_of(label)] == group


def test_continued_arguments_are_joined_and_relative_ones_dropped() -> None:
    frame = Frame(
        (3, 4), (Role("R-ARG0", (1, 2)), Role("ARG0", (0, 1)), Role("ARG1", (4, 5)), Role("C-ARG1", (6, 8)))
    )
    (dropped,) = role_frames([frame], 8)
    assert dropped.arguments == (
        RoleFiller("ARG0", 1, (0,)),
        RoleFiller("ARG1", 2, (4, 6, 7)),
    )
    (kept,) = role_frames([frame], 8, relative="keep")
    assert [one.label for one in kept.arguments] == ["ARG0", "R-ARG0", "ARG1"]
    assert kept.covered == 6


def test_what_lies_outside_the_sentence_is_left_out() -> None:
    assert role_frames([Frame((5, 6))], 3) == ()
    (frame,) = role_frames([Frame((0, 1), (Role("ARG0", (1, 9)), Role("ARG1", (7, 9))))], 3)
    assert [one.tokens for one in frame.arguments] == [(1, 2)]


# --- laws -------------------------------------------------------------------------------------------------

LABELS = ("ARG0", "ARG1", "ARG2", "ARGM-TMP", "ARGM-LOC", "ARGM-NEG")


@st.composite
def texts(draw: st.DrawFn, least: int = 1) -> FrameText:
    tokens = tuple(draw(st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=9)))
    places = st.integers(0, len(tokens) - 1)
    frames = []
    for _ in range(draw(st.integers(least, 3))):
        roles = draw(st.lists(st.tuples(st.sampled_from(LABELS), places, st.integers(1, 3)), max_size=4))
        start = draw(places)
        spans = (Role(label, (at, min(at + size, len(tokens)))) for label, at, size in roles)
        frames.append(Frame((start, start + 1), tuple(spans)))
    found = role_frames(frames, len(tokens))
    return FrameText(tokens, found, "" if found else "frameless")


FORMS = (
    F_SCORE,
    IMEANT,
    PhraseForm("bitg", "inside"),
    PhraseForm("imeant", "inside"),
    PhraseForm("competitive"),
)
few = settings(max_examples=60, deadline=None)


@few
@given(texts(0), st.sampled_from([F_SCORE, IMEANT, PhraseForm("competitive"), PhraseForm("mihalcea")]))
def test_identity_is_one(text: FrameText, form: PhraseForm) -> None:
    assert scored(text, text, form) == pytest.approx(1.0)


@few
@given(texts(0), texts(0), st.sampled_from(FORMS), st.sampled_from(["count", "ignore"]))
def test_scores_lie_between_nothing_and_one(
    first: FrameText, second: FrameText, form: PhraseForm, unaligned: str
) -> None:
    assert 0.0 <= scored(first, second, form, unaligned=unaligned) <= 1.0 + 1e-12


@few
@given(texts(), texts(), st.randoms(use_true_random=False))
def test_order_of_frames_is_neutral(first: FrameText, second: FrameText, random: object) -> None:
    """Whatever order a parser gives: frames are put in the order of the sentence."""
    raw = [Frame((f.predicate[0], f.predicate[-1] + 1), tuple(Role(a.label, (a.tokens[0], a.tokens[-1] + 1))
           for a in f.arguments)) for f in first.frames]  # fmt: skip
    turned = raw.copy()
    random.shuffle(turned)  # type: ignore[attr-defined]
    sides = [FrameText(first.tokens, role_frames(frames, len(first.tokens))) for frames in (raw, turned)]
    assert scored(sides[0], second) == scored(sides[1], second)


def single(roles: int) -> FrameText:
    fillers = tuple(RoleFiller(LABELS[n], group_of(LABELS[n]), (n + 1,)) for n in range(roles))
    return FrameText(tuple("vabcdef"), (RoleFrame((0,), fillers),))


@pytest.mark.parametrize("kept", range(5))
def test_omitted_role_costs_recall_and_a_spurious_one_precision(kept: int) -> None:
    share = pytest.approx((kept + 1) / 6)
    assert compared(single(kept), single(5)).frames(UNIFORM) == FrameScore(1.0, share)
    assert compared(single(5), single(kept)).frames(UNIFORM) == FrameScore(share, 1.0)


@pytest.mark.parametrize("form", [F_SCORE, IMEANT])
def test_swapped_roles_cost_though_the_words_are_the_same(form: PhraseForm) -> None:
    one, other = framed("[ARG0 A] [V hit] [ARG1 B]"), framed("[ARG0 B] [V hit] [ARG1 A]")
    assert F_SCORE.whole(words_of(one, other)) == 1.0
    assert scored(one, other, form) < 0.5
    assert scored(one, other, form, match="groups") < 0.5


def test_lost_negation_costs() -> None:
    one = framed("[ARG0 A] did [ARGM-NEG not] [V hit] [ARG1 B]")
    assert scored(framed("[ARG0 A] [V hit] [ARG1 B]"), one) < scored(one, one)


def test_frames_without_a_partner_cost_unless_ignored() -> None:
    one = framed("[ARG0 A] [V hit] [ARG1 B]", text="A hit B then C fled")
    both = framed("[ARG0 A] [V hit] [ARG1 B] then C fled", "A hit B then [ARG0 C] [V fled]")
    assert scored(one, both) < 1.0
    assert scored(one, both, unaligned="ignore") == 1.0


@few
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 10_000))
def test_beam_agrees_with_exact_on_short_fillers(n: int, m: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.random((n, m)), np.full(n, 0.1), np.full(m, 0.1)
    exact, beam = (biparse_matrix(*weights, 1.0, 1.0, beam=size) for size in (None, 500))
    assert beam.viterbi == pytest.approx(exact.viterbi)
    assert beam.inside == pytest.approx(exact.inside)


@few
@given(texts(0), texts(0))
def test_xmeant_by_biparse_stays_within_one(first: FrameText, second: FrameText) -> None:
    assert scored(first, second, PhraseForm("bitg", "inside")) <= 1.0
