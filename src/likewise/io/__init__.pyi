"""The public names of likewise.io: what other rooms and users may use."""

from .arrays import (
    dumps_arrays as dumps_arrays,
    fine_rows as fine_rows,
    loads_arrays as loads_arrays,
)
from .brackets import read_brackets as read_brackets
from .clusters import (
    MSVD_COLUMNS as MSVD_COLUMNS,
    dump_clusters as dump_clusters,
    read_clusters as read_clusters,
)
from .conllu import DependencySentence as DependencySentence, read_conllu as read_conllu
from .conllu_plus import (
    AnnotatedSentence as AnnotatedSentence,
    conllu_plus_sentences as conllu_plus_sentences,
    read_conllu_plus as read_conllu_plus,
)
from .data_clusters import clusters_of as clusters_of
from .data_ratings import ratings_of as ratings_of
from .data_rows import near_column as near_column
from .data_scores import score_table_of as score_table_of
from .data_segments import segments_of as segments_of
from .evaluations import keep_evaluation as keep_evaluation, kept_evaluation as kept_evaluation
from .field_names import near_name as near_name
from .jsonl import Row as Row, check_values as check_values, json_kind as json_kind, read_rows as read_rows
from .lines import (
    DISK_FULL as DISK_FULL,
    MAX_LINE_BYTES as MAX_LINE_BYTES,
    Advance as Advance,
    Source as Source,
    check_writable as check_writable,
    decode_line as decode_line,
    name_of as name_of,
    open_binary as open_binary,
    read_lines as read_lines,
    write_text as write_text,
)
from .models import (
    CARD as CARD,
    LEARNER_SEED as LEARNER_SEED,
    SEED as SEED,
    ModelCard as ModelCard,
    ModelFiles as ModelFiles,
    Progress as Progress,
    SavedModel as SavedModel,
    check_model_place as check_model_place,
    fingerprint as fingerprint,
    part_of as part_of,
    read_model as read_model,
    unheard as unheard,
)
from .pairs import SentencePair as SentencePair
from .patterns import (
    JUDGEMENTS as JUDGEMENTS,
    dump_patterns as dump_patterns,
    read_patterns as read_patterns,
)
from .ratings import read_ratings as read_ratings, segment_ratings as segment_ratings
from .read_log import ReadLog as ReadLog
from .scores import (
    ScoreTable as ScoreTable,
    dump_scores as dump_scores,
    read_scores as read_scores,
)
from .segments import (
    SEGMENT_FORMATS as SEGMENT_FORMATS,
    SEPARATOR as SEPARATOR,
    dump_segments as dump_segments,
    guess_format as guess_format,
    read_parallel as read_parallel,
    read_segments as read_segments,
    read_systems as read_systems,
    read_wmt as read_wmt,
)
from .tables import cell_number as cell_number, read_table as read_table
from .verdicts import (
    ORDERED_PAIR as ORDERED_PAIR,
    JudgeVerdict as JudgeVerdict,
    VerdictFile as VerdictFile,
    content_hash as content_hash,
    read_verdicts as read_verdicts,
    shown_text as shown_text,
    text_key as text_key,
)
