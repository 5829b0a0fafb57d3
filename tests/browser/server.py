"""The real server as tests want it: `python -m tests.browser.server FOLDER PORT`; bots answer quickly."""

import sys
from pathlib import Path

from azulejos.web.config import Config
from azulejos.web.serve import serve


def main() -> int:
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    return serve(Config(data=folder, port=port, workers=1, pace=0.15), open_browser=False)


if __name__ == "__main__":
    sys.exit(main())
