from .pools import Objective as Objective
from .pools import Pools as Pools
from .tuner import METHODS as METHODS
from .tuner import Round as Round
from .tuner import Tuned as Tuned
from .tuner import tune as tune
