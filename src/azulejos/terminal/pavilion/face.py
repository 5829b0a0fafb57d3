"""Summer Pavilion's answers to `Face`, gathered from the modules that know them."""

from azulejos.terminal.pavilion.final import result as result
from azulejos.terminal.pavilion.final import so_far as so_far
from azulejos.terminal.pavilion.menu import compact as compact
from azulejos.terminal.pavilion.menu import example as example
from azulejos.terminal.pavilion.menu import listing as listing
from azulejos.terminal.pavilion.menu import notation as notation
from azulejos.terminal.pavilion.scoring import explain as explain
from azulejos.terminal.pavilion.screen import draw as draw
from azulejos.terminal.pavilion.story import dealt as dealt
from azulejos.terminal.pavilion.story import doubt as doubt
from azulejos.terminal.pavilion.story import forced as forced
from azulejos.terminal.pavilion.story import story as story
from azulejos.terminal.pavilion.typed import narrow as narrow

ASKED = ("bonus",)
