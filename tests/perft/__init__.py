"""Perft: how many ways there are to go on for a number of decisions, counted once by the slow reference.

A line of play that comes to a deal or to the end counts as one. The counts stand in text files, a
position a line, so that an engine in any language can be checked against them.
"""
