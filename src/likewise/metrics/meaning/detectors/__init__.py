"""Detectors of the meaning diff, a family of kinds in each module.

Each is a function of two read texts and the alignment of their words; it gives changes with a raw
confidence.
"""
