"""The public names of likewise.study.freestyle: what other rooms and users may use."""

from .files import write_freestyle_study as write_freestyle_study
from .page import PEOPLE_HEADS as PEOPLE_HEADS
from .printed import OURS as OURS, PRINTED as PRINTED, PrintedShares as PrintedShares, System as System
from .study import (
    FreestyleStudy as FreestyleStudy,
    FreestyleStudySettings as FreestyleStudySettings,
    StudiedSystem as StudiedSystem,
    freestyle_study as freestyle_study,
)
from .tables import (
    FIGURES as FIGURES,
    as_dict as as_dict,
    measured_rows as measured_rows,
    people_rows as people_rows,
)
