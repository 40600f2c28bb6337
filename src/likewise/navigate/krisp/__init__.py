"""KRISP (Kate and Mooney 2006): a semantic parser of one classifier for each rule of the plan grammar."""

from likewise.navigate.krisp.parser import Cover, Krisp
from likewise.navigate.krisp.responses import Reaches, walked
from likewise.navigate.krisp.training import Settings

__all__ = ["Cover", "Krisp", "Reaches", "Settings", "walked"]
