"""Azul: Summer Pavilion (2019): the same modules as the other family, and no import of it."""
