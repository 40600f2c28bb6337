from .parsers import ParserStudy as ParserStudy
from .parsers import StudySettings as StudySettings
from .parsers import as_dict as as_dict
from .parsers import beside_the_paper as beside_the_paper
from .parsers import parser_study as parser_study
from .parsers import write_study as write_study
from .tour import Tour as Tour
from .tour import take_tour as take_tour
