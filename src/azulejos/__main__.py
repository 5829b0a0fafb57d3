"""`python -m azulejos` is the program `azulejos`."""

import sys

from azulejos.cli.entry import program

if __name__ == "__main__":
    sys.exit(program())
