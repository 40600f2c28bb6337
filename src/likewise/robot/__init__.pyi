"""The public names of likewise.robot: what other rooms and users may use."""

from .answers import Answer as Answer, JudgedReading as JudgedReading
from .changed_commands import perturb as perturb, perturbations as perturbations
from .command_tokens import Word as Word, command_words as command_words
from .commander import READERS as READERS, Commander as Commander, check_reader as check_reader
from .corpus import Command as Command, load_commands as load_commands
from .deep_reader import DeepReader as DeepReader, why_not as why_not
from .embedded import (
    embedded_commander as embedded_commander,
    embedded_commands as embedded_commands,
    embedded_layouts as embedded_layouts,
    is_commander_kept as is_commander_kept,
)
from .evaluation import (
    ConfidenceBin as ConfidenceBin,
    Judged as Judged,
    RobotScores as RobotScores,
    confidence_bins as confidence_bins,
    evaluate_robot as evaluate_robot,
    interval as interval,
)
from .nearest_command import NearestCommand as NearestCommand
from .reading_order import answer_by as answer_by
from .readings import Reader as Reader, Reading as Reading
from .robust_reader import PlainGrammar as PlainGrammar, RobustReader as RobustReader
from .spelling import (
    Correction as Correction,
    SpellingCorrector as SpellingCorrector,
    is_english_word as is_english_word,
)
from .tree_mismatches import (
    Mismatch as Mismatch,
    mismatches as mismatches,
    tree_differences as tree_differences,
)
from .vocabulary import (
    RobotVocabulary as RobotVocabulary,
    WordMeaning as WordMeaning,
    load_robot_vocabulary as load_robot_vocabulary,
    robot_vocabulary as robot_vocabulary,
)
