"""Tests; the folders mirror src/azulejos. `conformance` runs on every game that `games` lists."""
