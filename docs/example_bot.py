"""A bot for the line protocol in plain Python: Azul with every option, Pavilion on the coloured side."""

import json


def azul(at, me):
    wall, lines, grey = me["wall"], me["lines"], at["options"]["wall"] == "grey"
    if at["phase"] == "tiling":  # the first complete line is the one that is asked about
        row = next(row for row in range(5) if len(lines[row]) == row + 1)
        tile = "J" if "J" in lines[row] else lines[row][0]
        fits = [n for n in range(5) if wall[row][n] == "." and tile not in {r[n] for r in wall} - {"J"}]
        return f"{row + 1}@{fits[0] + 1}"
    drafts = []  # how many tiles spill, how many spaces stay open, the move
    for place, tiles in [("c", at["centre"]), *enumerate(at["factories"], 1)]:
        for colour in set(tiles) - {"J"} or set(tiles):  # jokers only where nothing else lies
            drafts.append((tiles.count(colour), 0, f"{place}{colour}>f"))
            for row, line in enumerate(lines):
                cell = wall[row][("BYRKW".find(colour) + row) % 5]  # where a joker may lie
                open_ = colour not in wall[row] and (grey or cell == ".") and set(line) <= {colour, "J"}
                if len(line) <= row and (colour == "J" or open_):
                    room = row + 1 - len(line) - tiles.count(colour)
                    drafts.append((max(-room, 0), max(room, 0), f"{place}{colour}>{row + 1}"))
    return min(drafts)[2]


def pavilion(at, me):
    if at["phase"] == "acquire":
        place, tiles = next(s for s in [("c", at["centre"]), *enumerate(at["factories"], 1)] if s[1])
        return f"{place}{min(tiles, key=lambda colour: colour == 'PGOYBR'[at['round'] - 1])}"
    if at["phase"] == "bonus":
        return "+" + at["supply"][: at["due"]]
    spaces = [(n, star) for n in range(1, 7) for star in "PGOYBR" if me["stars"][star][n - 1] == "."]
    payable = [f"{star}{n}={star * n}" for n, star in spaces if n <= me["hand"].count(star)]
    return payable[-1] if payable else f"pass={me['hand'][:4]}"


for asked in map(json.loads, open(0)):
    at, play = asked["position"], globals()[asked["position"]["game"]]
    print(json.dumps({"id": asked["id"], "move": play(at, at["boards"][at["turn"]])}), flush=True)
