"""A player over HTTP with nothing but the standard library: any legal move, to the end of the game.

python example_client.py http://127.0.0.1:8000                  a new table against a bot
python example_client.py http://127.0.0.1:8000/t/k3f9x2ab7q     a free seat at that table
"""

import json
import random
import sys
import urllib.error
import urllib.request


def ask(path, body=None):
    """The answer to a GET, or to a POST of that body; an error is printed as the server tells it."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(site + path, data, {"content-type": "application/json", **badge})
    try:
        return urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        fault = json.load(error)["error"]
        if fault["code"] in ("stale", "not_your_turn"):
            return None  # the table has moved on; the next view tells where it is
        sys.exit(f"{fault['code']}: {fault['message']}")


def views(table):
    """The table as it changes: the lines of an event stream that begin with data."""
    for line in ask(f"/api/tables/{table}/events"):
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


site, _, table = sys.argv[1].rstrip("/").partition("/t/")
badge = {}
badge = {"authorization": "Bearer " + json.load(ask("/api/guests", {"name": "Example"}))["token"]}
if table:
    seat = json.load(ask(f"/api/tables/{table}"))["can"]["sit"][0]
    ask(f"/api/tables/{table}/messages", {"type": "sit", "seat": seat, "name": "Example"})
else:
    wish = {"mode": "bots", "game": "azul", "options": {"players": 2}, "levels": ["greedy"]}
    table = json.load(ask("/api/tables", wish))["table"]
print(f"at {site}/t/{table}")

for view in views(table):
    if view["result"]:
        print("scores", *view["result"]["scores"], "winners", *view["result"]["winners"])
        break
    if view["acting"] is not None:
        may = json.load(ask(f"/api/tables/{table}/moves"))
        if may["moves"]:
            move = {"ply": may["ply"], "seat": may["seat"], "move": random.choice(may["moves"])}
            ask(f"/api/tables/{table}/moves", move)
