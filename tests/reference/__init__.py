"""Slow, plain reference implementations that tests compare the engine with."""
