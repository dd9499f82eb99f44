#!/usr/bin/env python3
"""Plays a whole game of Ruhr against a computer player, over the API.

Make an access token that may play on the account page of a server, then:

    RUHR_TOKEN=ruhr_… python3 docs/api/player.py http://localhost:1769

It sells and builds where it can and takes what comes otherwise. Only Python's
own library is needed.
"""

import json
import os
import random
import sys
import urllib.error
import urllib.request
import uuid

BASE = sys.argv[1].rstrip("/") + "/api/v1"
TOKEN = os.environ["RUHR_TOKEN"]


def ask(path, body=None):
    """Sends a request and gives what came back; with a body it is a POST."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(BASE + path, data, headers), timeout=60)


def read(path, body=None):
    with ask(path, body) as answer:
        return json.load(answer)


def liking(action):
    """How gladly an action is taken; the greatest wins."""
    order = ["done", "inn", "shift", "repay", "lock", "warehouse", "sell", "start"]
    do = action["do"]
    return (order.index(do) if do in order else 3, random.random())


def decide(table):
    """Takes one decision. A key makes it safe to send it again."""
    best = max(table["legal"], key=lambda choice: liking(choice["action"]))
    command = {"at": table["n"], "key": str(uuid.uuid4()), "action": best["action"], "final": True}
    try:
        return read("/tables/" + table["id"] + "/act", command)
    except urllib.error.HTTPError as refusal:
        problem = json.load(refusal)
        if problem["code"] != "stale":
            raise SystemExit("refused: " + problem["detail"])
        return read("/tables/" + table["id"])


def wait(table):
    """Follows the table until it waits for us or the game is over."""
    with ask("/tables/%s/stream?after=%d" % (table["id"], table["n"])) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                news = json.loads(line[6:])
                if news["you"] or news["over"]:
                    break
    return read("/tables/" + table["id"])


def main():
    print("I am", read("/me")["name"])
    seats = [{"kind": "person"}, {"kind": "bot", "level": read("/levels")[0]}]
    table = read("/tables", {"seats": seats, "key": str(uuid.uuid4())})
    while not table["over"]:
        table = decide(table) if table["you"]["act"] else wait(table)
    print("Final VP:", table["result"]["vp"])
    print("My place:", table["result"]["rank"][table["you"]["seats"][0]])


if __name__ == "__main__":
    main()
