"""Lexical items: what the spans of a source may become."""
