#!/usr/bin/env python3
"""A small computer player for Ruhr: reads a question a line, answers an index a line.

It builds what it can, sells where most is paid and takes the cheapest way to
the best die. Try it with

    go run ./cmd/ruhr-lab arena --bots "cmd:python3 docs/bots/collier.py,schiffsjunge" --seats 2 --games 20
"""

import json
import random
import sys


def liking(action, position, seat, dice):
    """How gladly an action is taken; the greatest wins."""
    do = action["do"]
    if do == "start":
        return dice[action["storage"]].get("die", 0)
    if do == "sell":
        space = next(s for s in position["spaces"] if s["id"] == action["space"])
        return 2 * space.get("thaler", 0) + (3 if space["kind"] == "harbour" else 0)
    if do == "option":
        cheap = {"none": 5, "wage": 6, "pilot": 4, "transport": 3, "hauling": 2}
        return cheap.get(action["option"], 1)
    if do in ("pay", "take"):
        return 1 if (action.get("with") or action.get("what")) == "thaler" else 0
    if do == "warehouse":
        return 6 if action["with"] == "port_ruhrort" else 5
    return {"lock": 4, "repay": 2, "done": 1, "inn": 0, "shift": -1}.get(do, 0)


def main():
    for line in sys.stdin:
        question = json.loads(line)
        chance = random.Random(question["random"])
        position, seat = question["position"], question["seat"]
        dice = {s["id"]: s for s in position["spaces"] if s["kind"] == "storage"}
        likings = [(liking(a, position, seat, dice), chance.random(), i) for i, a in enumerate(question["legal"])]
        print(json.dumps({"index": max(likings)[2]}), flush=True)


if __name__ == "__main__":
    main()
