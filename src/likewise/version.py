"""The version, in one place for the package, signatures and model files."""

__version__ = "0.1.0"
