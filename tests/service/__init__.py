"""Tests of what happens at tables."""
