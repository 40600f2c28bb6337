"""Text to text: alignment, language model, phrase model, decoder."""
