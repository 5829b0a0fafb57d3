"""A player over HTTP with nothing but the standard library: any legal move, to the end of the game.

python example_client.py http://127.0.0.1:8000                  a new table against a bot
python example_client.py http://127.0.0.1:8000/t/k3f9x2ab7q     a free seat at that table
"""

import http.client
import json
import random
import sys
import time
import urllib.error
import urllib.request


def ask(path, body=None):
    """The answer to a GET, or to a POST of that body; where nobody answers, or not now, asks again."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(site + path, data, {"content-type": "application/json", **badge})
    while True:
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            wait = float(error.headers.get("retry-after") or 2)
            if error.code not in (429, 502, 503, 504):
                fault = json.load(error)["error"]
                if fault["code"] in ("stale", "not_your_turn"):
                    return None  # the table has moved on; the next view tells where it is
                sys.exit(f"{fault['code']}: {fault['message']}")
        except OSError:
            wait = 2.0
        time.sleep(wait)


def views(table):
    """The table as it changes: the data of an event stream, which is opened again where it breaks."""
    while True:
        try:
            for line in ask(f"/api/tables/{table}/events"):
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])
        except (OSError, http.client.HTTPException):
            time.sleep(2)


site, _, table = sys.argv[1].rstrip("/").partition("/t/")
badge = {}
badge = {"authorization": "Bearer " + json.load(ask("/api/guests", {"name": "Example"}))["token"]}
if table:
    free = json.load(ask(f"/api/tables/{table}"))["can"]["sit"] or sys.exit("no seat is free there")
    ask(f"/api/tables/{table}/messages", {"type": "sit", "seat": free[0], "name": "Example"})
else:
    wish = {"mode": "bots", "game": "azul", "options": {"players": 2}, "levels": ["greedy"]}
    table = json.load(ask("/api/tables", wish))["table"]
print(f"at {site}/t/{table}", flush=True)

for view in views(table):
    if view["result"]:
        print("scores", *view["result"]["scores"], "winners", *view["result"]["winners"])
        break
    if view["acting"] is not None:
        may = json.load(ask(f"/api/tables/{table}/moves"))
        if may["moves"]:
            move = {"ply": may["ply"], "seat": may["seat"], "move": random.choice(may["moves"])}
            ask(f"/api/tables/{table}/moves", move)
