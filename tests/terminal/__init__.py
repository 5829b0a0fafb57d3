"""Tests of the terminal game: drawings, words, dialogue, files."""
