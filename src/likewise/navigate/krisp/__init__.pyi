"""The public names of likewise.navigate.krisp: what other rooms and users may use."""

from .parser import Cover as Cover, Krisp as Krisp
from .responses import Reaches as Reaches, walked as walked
from .training import Settings as Settings
