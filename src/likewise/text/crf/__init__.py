"""Linear-chain conditional random fields (Lafferty, McCallum and Pereira 2001), any number of labels."""

from __future__ import annotations

from likewise.text.crf.model import CRF, FeatureChain, LabelChain, Row

__all__ = ["CRF", "FeatureChain", "LabelChain", "Row"]
