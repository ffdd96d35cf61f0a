"""Two programs play a game of each kind by lichess's own client, with nothing changed but the address.

    python play_by_berserk.py ADDRESS TOKEN TOKEN

Prints the games that came to an end, one line each.
"""

import sys
import threading

import berserk

address, *tokens = sys.argv[1:]
one, other = (berserk.Client(berserk.TokenSession(token), base_url=address) for token in tokens)
names = [client.account.get()["username"] for client in (one, other)]
assert one.account.get()["title"] == "BOT"
one.account.upgrade_to_bot()

# Moves from the first on, and how the game ends: by itself, or as said.
GAMES = [
    ("go", ["E5", "pass", "pass", "accept", "accept"]),
    ("othello", ["f5", "d6", "c3", "resign"]),
    ("othello", ["f5", "takeback", "f5", "d6", "draw"]),
    ("aligne4", ["0a1", "1b1", "2c1", "3d1"]),
    ("aligne4-gift", ["0", "a1", "resign"]),
]


def watch(client, kind, wanted):
    """The next event of a kind for a game or a challenge, from a stream of its own."""
    for event in client.bots.stream_incoming_events():
        if event["type"] == kind and wanted(event):
            return event
    raise AssertionError(f"no {kind}")


def play(variant, moves):
    made = one.challenges.create(names[1], rated=False, color="black", variant=variant, clock_limit=600, clock_increment=2)
    heard = watch(other, "challenge", lambda event: event["challenge"]["id"] == made["id"])
    assert heard["challenge"]["challenger"]["name"] == names[0], heard
    assert [item["id"] for item in other.challenges.get_mine()["in"]] == [made["id"]]
    other.bots.accept_challenge(made["id"])
    game = made["id"]
    for client, colour in ((one, "black"), (other, "white")):
        begun = watch(client, "gameStart", lambda event: event["game"]["gameId"] == game)
        assert begun["game"]["color"] == colour, begun
    assert game in [playing["gameId"] for playing in one.games.get_ongoing()]
    states = one.bots.stream_game_state(game)
    full = next(states)
    assert full["type"] == "gameFull" and full["white"]["name"] == names[1], full
    one.bots.post_message(game, "Good luck!")
    other.bots.post_message(game, "Thank you")
    state, players = full["state"], {"black": one, "white": other}
    for move in moves:
        client = players[state.get("turn") or "black"]
        if move == "resign":
            client.bots.resign_game(game)
        elif move == "draw":
            one.board.offer_draw(game)
            other.board.accept_draw(game)
        elif move == "takeback":
            one.board.offer_takeback(game)
            other.board.accept_takeback(game)
        elif move == "accept":
            for player in (one, other):
                try:
                    player.bots.make_move(game, move)
                except berserk.exceptions.ResponseError as refused:
                    assert refused.status_code == 409, refused
        else:
            client.bots.make_move(game, move)
        before = state
        for line in states:
            if line["type"] == "gameState" and line != before:
                state = line
                done = line["status"] != "started" or move not in ("resign", "draw", "accept")
                back = move != "takeback" or line["moves"] == ""
                if done and back and not line["wdraw"] and not line["bdraw"]:
                    break
        if state["status"] != "started":
            break
    assert state["status"] != "started", state
    said = [line["text"] for line in one.board.get_game_chat(game)]
    assert said == ["Good luck", "Thank you"], said
    finish = watch_finish(game)
    print(variant, state["status"], state.get("winner", "-"), state["moves"].replace(" ", ","), finish)


def watch_finish(game):
    """Games that are over are on the list of those that were played."""
    finished = one.games.export_by_player(names[0], max=1)
    return "kept" if any(found["gameId"] == game for found in finished) else "lost"


def refuse():
    """Challenges that come to nothing, and errors as the client knows them."""
    listening, heard = threading.Event(), []

    def listen():
        for event in one.bots.stream_incoming_events():
            listening.set()
            heard.append(event["type"])
            if event["type"] == "challengeDeclined":
                return

    first = one.challenges.create(names[1], rated=False, variant="go")
    listener = threading.Thread(target=listen)
    listener.start()
    assert listening.wait(30)
    other.bots.decline_challenge(first["id"], reason="later")
    listener.join(30)
    assert "challengeDeclined" in heard, heard
    second = one.challenges.create(names[1], rated=False, variant="go")
    one.challenges.cancel(second["id"])
    machine = one.challenges.create_ai(level=1, variant="othello", color="black")
    one.bots.make_move(machine["id"], "f5")
    one.bots.resign_game(machine["id"])
    opened = one.challenges.create_open(variant="go")
    one.challenges.cancel(opened["id"])
    for call in (
        lambda: one.challenges.create("nobody-here", rated=False, variant="go"),
        lambda: one.bots.make_move(machine["id"], "d6"),
        lambda: one.board.claim_victory(machine["id"]),
        lambda: berserk.Client(berserk.TokenSession("plateau_0"), base_url=address).account.get(),
    ):
        try:
            call()
        except berserk.exceptions.ResponseError as refused:
            assert refused.cause and refused.status_code in (401, 404, 409), refused
        else:
            raise AssertionError("it was not refused")


for variant, moves in GAMES:
    play(variant, moves)
refuse()
names_online = [user["username"] for user in one.bots.get_online_bots()]
print("refusals", len(names_online) <= 2)
