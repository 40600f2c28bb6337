"""The public names of likewise.study.meant: what other rooms and users may use."""

from .agreement_with_people import AGREEMENTS as AGREEMENTS, human_agreement as human_agreement
from .printed import PRINTED as PRINTED
from .rated_rows import read_rated as read_rated
from .study import MeantStudy as MeantStudy, meant_study as meant_study, study_metrics as study_metrics
