"""The public names of likewise.metrics.meant: what other rooms and users may use."""

from .alignment_drawing import draw_alignment as draw_alignment
from .annotated_pair import (
    VERDICTS as VERDICTS,
    AnnotatedPair as AnnotatedPair,
    AnnotatedText as AnnotatedText,
    JudgedFrames as JudgedFrames,
    JudgedRole as JudgedRole,
    annotated_score as annotated_score,
)
from .annotation_file import read_annotations as read_annotations
from .comparison import Comparer as Comparer, Comparison as Comparison
from .context_vectors import ContextVectors as ContextVectors
from .evidence_text import evidence_lines as evidence_lines
from .frame_alignment import ArgumentLink as ArgumentLink, FrameLink as FrameLink, align as align
from .frame_text import FrameText as FrameText, text_reader as text_reader
from .metric import FrameMetric as FrameMetric
from .monolingual import IMEANT as IMEANT, MEANT as MEANT, UMEANT as UMEANT
from .parallel_text import read_dictionary as read_dictionary, read_parallel as read_parallel
from .phrase_form import PhraseForm as PhraseForm, WordPairs as WordPairs
from .role_frame import RoleFiller as RoleFiller, RoleFrame as RoleFrame, role_frames as role_frames
from .role_groups import GROUPS as GROUPS, group_of as group_of
from .similarity_kinds import similarity as similarity
from .translation_table import TranslationTable as TranslationTable
from .weight_search import WeightSearch as WeightSearch, search_weights as search_weights
from .weighted_f_score import (
    FrameScore as FrameScore,
    count_frames as count_frames,
    frame_score as frame_score,
)
from .weights import (
    RoleWeights as RoleWeights,
    frequency_weights as frequency_weights,
    load_weights as load_weights,
    save_weights as save_weights,
)
from .word_similarity import Exact as Exact, Similarity as Similarity
from .xmeant import XMEANT as XMEANT, XMEANTBitg as XMEANTBitg
