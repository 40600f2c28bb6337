"""The best outputs of a forest."""
