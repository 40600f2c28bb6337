"""Which parts of an output can still become one that keeps to the constraints."""
