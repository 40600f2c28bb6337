"""Rules by their source phrases."""
