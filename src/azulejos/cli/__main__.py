"""`python -m azulejos.cli` is the command `azulejos`."""

import sys

from azulejos.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())
