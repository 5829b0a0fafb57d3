"""Azul (2017): options, the state's fields, kernels, notation, pictures in data, features, and its Rules.

No import of the other family, and nothing that waits, stores or serves.
"""
