"""Learning to follow route instructions (Chen and Mooney 2011; Chen 2012)."""
