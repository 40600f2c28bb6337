"""The net that reads two texts together: both orders, batches, long texts, several nets in one."""

from __future__ import annotations

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.metrics.meaning.pair_model import LONGEST, PairModel, pair_model
from likewise.text import small_encoder
from parts import needs_encoder

PAIRS = [
    ("The nurse thanked the surgeon.", "The surgeon was thanked by the nurse."),
    ("The nurse thanked the surgeon.", "The surgeon thanked the nurse."),
    ("A dog.", "No dog ever barked at the old postman in our street."),
]


def test_the_order_of_the_two_makes_no_difference_to_whether_they_mean_the_same() -> None:
    net = pair_model("small")
    forth, back = net.judge(PAIRS), net.judge([(b, a) for a, b in PAIRS])
    for one, other in zip(forth, back, strict=True):
        assert one.same == pytest.approx(other.same, abs=1e-4)
        assert one.forth == pytest.approx(other.back, abs=1e-4)
        assert sum(one.forth) == pytest.approx(1.0, abs=1e-4)


def test_a_pair_has_the_same_answer_alone_and_among_others() -> None:
    net = pair_model("small")
    together = net.judge(PAIRS)
    alone = [net.judge([pair])[0] for pair in PAIRS]
    assert [one.same for one in together] == pytest.approx([one.same for one in alone], abs=1e-3)
    assert net.judge([]) == []


def test_what_is_too_long_is_cut_and_told() -> None:
    long = "word " * (LONGEST + 40)
    cut, whole = pair_model("small").judge([(long, "A word."), ("A word.", "A word.")])
    assert cut.cut
    assert not whole.cut


def test_several_nets_give_the_mean_of_their_answers() -> None:
    both = pair_model("small")
    arrays = [net.arrays for net in both.nets]
    single = [PairModel(small_encoder(), [own], "one").judge(PAIRS) for own in arrays]
    for k, told in enumerate(both.judge(PAIRS)):
        assert told.same == pytest.approx(np.mean([own[k].same for own in single]), abs=1e-3)


def test_a_net_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="expected one of auto, encoder, small"):
        pair_model("large")


@needs_encoder
def test_with_the_encoder_a_passive_is_nearer_than_a_swap() -> None:
    passive, swap, _ = pair_model("encoder").judge(PAIRS)
    assert passive.same > swap.same
