"""Metrics: pure functions of segments, with statistics, scores and signatures (see base)."""

from likewise.metrics.base import MeanMetric, Metric, Score, Signature
from likewise.metrics.batch import Batch, TextSets
from likewise.metrics.bleu import BLEU, NgramMetric, SourceBLEU
from likewise.metrics.combined import ArithmeticMean, GeometricMean, HarmonicMean, PincSigmoidBLEU
from likewise.metrics.ibleu import IBLEU
from likewise.metrics.identify import Identify
from likewise.metrics.negation import NegationAgreement
from likewise.metrics.pinc import PINC
from likewise.metrics.registry import available, get, metric_class, required_fields, resolve
from likewise.metrics.sacre import CHRF, TER
from likewise.metrics.self_bleu import SelfBLEU

__all__ = [
    "ArithmeticMean",
    "BLEU",
    "Batch",
    "CHRF",
    "GeometricMean",
    "HarmonicMean",
    "IBLEU",
    "Identify",
    "MeanMetric",
    "Metric",
    "NegationAgreement",
    "NgramMetric",
    "PINC",
    "PincSigmoidBLEU",
    "Score",
    "SelfBLEU",
    "Signature",
    "SourceBLEU",
    "TER",
    "TextSets",
    "available",
    "get",
    "metric_class",
    "required_fields",
    "resolve",
]
