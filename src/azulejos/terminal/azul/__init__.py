"""How Azul looks and reads in a terminal: drawings, words and typed moves. No dialogue, no files."""
