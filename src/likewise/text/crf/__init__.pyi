"""The public names of likewise.text.crf: what other rooms and users may use."""

from .model import CRF as CRF, FeatureChain as FeatureChain, LabelChain as LabelChain, Row as Row
