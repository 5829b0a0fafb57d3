"""How Summer Pavilion looks and reads in a terminal: drawings, words, typed moves. No dialogue, no files."""
