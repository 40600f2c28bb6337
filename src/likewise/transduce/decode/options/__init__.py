"""What the spans of a source may become, ranked, with their words as a tree."""
