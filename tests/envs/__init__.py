"""Tests of the environments: equal to single games, what they show, what they refuse, what documents say."""
