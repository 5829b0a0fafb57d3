"""Journeys through the pages in a real browser, Debian's chromium; pictures of them are kept to look at."""
