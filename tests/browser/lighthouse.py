"""Lighthouse on a server's pages, as a phone: `python -m tests.browser.lighthouse PATH/TO/lighthouse`.

It is no dependency of ours: `npm install --prefix /tmp/lighthouse lighthouse` once, anywhere.
"""

import json
import os
import shutil
import subprocess
import sys

from azulejos.bench.crowd import Visitor
from azulejos.bench.serving import Server

CATEGORIES = ("performance", "accessibility", "best-practices")
FLAGS = "--headless=new --no-sandbox --disable-dev-shm-usage"


def measure(program: str, address: str) -> dict[str, int]:
    """The scores of a page, and the bytes that it weighs with all it loads."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or ""
    command = [program, address, "--quiet", "--output=json", f"--chrome-flags={FLAGS}"]
    command.append(f"--only-categories={','.join(CATEGORIES)}")
    environment = {**os.environ, "CHROME_PATH": chromium}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    told = json.loads(done.stdout)
    scores = {name: round(100 * told["categories"][name]["score"]) for name in CATEGORIES}
    return {**scores, "bytes": round(told["audits"]["total-byte-weight"]["numericValue"])}


def main(program: str) -> int:
    """Print every page's scores; fails where one is below 95."""
    worst = 100
    with Server() as server:
        visitor = Visitor(server.port, None, "Ana")
        azul, pavilion = (visitor.open_table(mode="bots", game=game) for game in ("azul", "pavilion"))
        pages = ["/", f"/t/{azul}", f"/t/{pavilion}", f"/t/{azul}/replay", "/rules/azul"]
        for page in pages:
            found = measure(program, f"http://127.0.0.1:{server.port}{page}")
            worst = min(worst, *(found[name] for name in CATEGORIES))
            sys.stdout.write(f"{page}: {found}\n")
    return 0 if worst >= 95 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
