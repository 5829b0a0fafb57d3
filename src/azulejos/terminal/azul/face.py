"""Azul's answers to `Face`, gathered from the modules that know them."""

from azulejos.terminal.azul.final import result as result
from azulejos.terminal.azul.final import so_far as so_far
from azulejos.terminal.azul.menu import compact as compact
from azulejos.terminal.azul.menu import example as example
from azulejos.terminal.azul.menu import listing as listing
from azulejos.terminal.azul.menu import notation as notation
from azulejos.terminal.azul.scoring import explain as explain
from azulejos.terminal.azul.screen import draw as draw
from azulejos.terminal.azul.story import dealt as dealt
from azulejos.terminal.azul.story import doubt as doubt
from azulejos.terminal.azul.story import forced as forced
from azulejos.terminal.azul.story import story as story
from azulejos.terminal.azul.typed import narrow as narrow

ASKED = ("tiling",)
