"""The public names of likewise.navigate.grounded: what other rooms and users may use."""

from .model import NETS as NETS, Grounded as Grounded
