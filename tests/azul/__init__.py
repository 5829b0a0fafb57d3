"""Tests of Azul: every clause of its rules, its texts and positions, and the Python surface."""
