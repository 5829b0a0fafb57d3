"""The real server as tests want it: `python -m tests.browser.server FOLDER PORT`; bots answer quickly."""

import sys
from pathlib import Path

from azulejos.service import absence
from azulejos.service.clock import LIVE, Terms
from azulejos.web import forms
from azulejos.web.config import Config
from azulejos.web.serve import serve


def main() -> int:
    forms.CLOCKS["blink"] = Terms(LIVE, 4)  # nobody wants to wait five minutes for a time-out
    forms.CLOCKS["short"] = Terms(LIVE, 59)  # presses from the beginning, and lasts for a look
    absence.PATIENCE = 3000
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    return serve(Config(data=folder, port=port, workers=1, pace=0.05, limits=50), open_browser=False)


if __name__ == "__main__":
    sys.exit(main())
