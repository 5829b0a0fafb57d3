"""Guests, tables and moves on disk: all SQL lives here and nowhere else. Knows no rules and no web."""
