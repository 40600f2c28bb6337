"""The revisions, the oldest first."""
