"""Two programs read every stream while they challenge each other and play, and each line is held against the document.

    python streams_by_the_document.py ADDRESS TOKEN TOKEN

Prints the kinds of lines that came, one line for each stream; a line that the document does not describe is an error. Needs `jsonschema_rs`,
which schemathesis brings along.
"""

import json
import queue
import sys
import threading
import urllib.parse
import urllib.request

from jsonschema_rs import Draft202012Validator

ADDRESS, *TOKENS = sys.argv[1:]
PATIENCE = 60


def ask(token, path, form=None):
    body = None if form is None else urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(ADDRESS + path, data=body, headers={"Authorization": f"Bearer {token}"})
    return urllib.request.urlopen(request, timeout=PATIENCE)


def call(token, path, form=None):
    return json.load(ask(token, path, form))


DOCUMENT = json.load(urllib.request.urlopen(f"{ADDRESS}/api/openapi.json"))


class Stream:
    """A stream that is read to its end beside everything else."""

    def __init__(self, token, path, documented):
        described = DOCUMENT["paths"][documented]["get"]["responses"]["200"]["content"]["application/x-ndjson"]["schema"]
        self.validator = Draft202012Validator({**described, "components": DOCUMENT["components"]})
        self.documented, self.kinds, self.lines = documented, set(), queue.Queue()
        answer = ask(token, path)
        assert answer.headers["content-type"].startswith("application/x-ndjson"), answer.headers
        threading.Thread(target=self.read, args=[answer], daemon=True).start()

    def read(self, answer):
        for line in answer:
            if line.strip():
                self.lines.put(json.loads(line))
        self.lines.put(None)

    def until(self, kind):
        """Takes lines up to one of this kind; `None` is the end of the stream."""
        while (line := self.lines.get(timeout=PATIENCE)) is not None:
            self.validator.validate(line)
            without = {key: value for key, value in line.items() if key != "type"}
            assert not self.validator.is_valid(without), "a document that allows anything says nothing"
            self.kinds.add(line["type"])
            if line["type"] == kind:
                return line
        assert kind is None, f"{self.documented} ended without {kind}"

    def report(self):
        print(self.documented, *sorted(self.kinds))


one, other = TOKENS
names = [call(token, "/api/account")["username"] for token in TOKENS]
events = Stream(other, "/api/stream/event", "/api/stream/event")


def challenge():
    wish = {"rated": "false", "color": "black", "variant": "othello", "clock.limit": 600, "clock.increment": 2}
    made = call(one, f"/api/challenge/{names[1]}", wish)
    heard = events.until("challenge")
    assert heard["challenge"]["id"] == made["id"], heard
    return made["id"]


call(one, f"/api/challenge/{challenge()}/cancel", {})
events.until("challengeCanceled")
own = Stream(one, "/api/stream/event", "/api/stream/event")
call(other, f"/api/challenge/{challenge()}/decline", {"reason": "later"})
own.until("challengeDeclined")
game = challenge()
call(other, f"/api/challenge/{game}/accept", {})
events.until("gameStart")
own.until("gameStart")
bot = Stream(one, f"/api/bot/game/stream/{game}", "/api/bot/game/stream/{id}")
board = Stream(other, f"/api/board/game/stream/{game}", "/api/board/game/stream/{id}")
for stream in (bot, board):
    stream.until("gameFull")
call(one, f"/api/bot/game/{game}/move/f5", {})
call(other, f"/api/board/game/{game}/move/d6", {})
call(one, f"/api/bot/game/{game}/chat", {"room": "player", "text": "Good luck!"})
for stream in (bot, board):
    stream.until("chatLine")
call(one, f"/api/board/game/{game}/takeback/yes", {})
call(other, f"/api/board/game/{game}/takeback/yes", {})
call(other, f"/api/board/game/{game}/draw/yes", {})
call(one, f"/api/bot/game/{game}/resign", {})
for stream in (bot, board):
    stream.until(None)
for stream in (events, own):
    stream.until("gameFinish")
for stream in (events, own, bot, board):
    stream.report()
