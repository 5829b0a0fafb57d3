"""Tests of the benchmarks: that they measure what they say and tell it; never how fast anything is."""
