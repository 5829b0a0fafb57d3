"""Tests of the ground that knows no game."""
