"""The command `azulejos`: each command imports what it needs itself, so that help comes at once."""

from azulejos.cli.entry import main as main
from azulejos.cli.entry import program as program
