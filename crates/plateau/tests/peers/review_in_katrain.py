"""KaTrain's own engine and game classes, without a window, with Plateau as the engine.

    review_in_katrain.py custom 'plateau analysis'      the engine that KaTrain starts itself
    review_in_katrain.py remote ws://127.0.0.1:8765     the engine that it finds at an address

Analyses a game on 9×9 and one on 19×19 as KaTrain does when a game is opened, and looks at everything that it shows of one. Then asks for
what its menus ask for: other moves, a region of the board, pondering, a new game. Ends with the number of positions on the last line.
"""

import os
import sys
import tempfile
import time

home = tempfile.mkdtemp(prefix="katrain-")
os.environ.update(HOME=home, KIVY_HOME=home, KIVY_NO_ARGS="1", KIVY_LOG_MODE="PYTHON")

from katrain.core.base_katrain import KaTrainBase  # noqa: E402
from katrain.core.constants import ADDITIONAL_MOVE_ORDER  # noqa: E402
from katrain.core.game import Game, KaTrainSGF  # noqa: E402
from katrain.core.remote_engine import make_engine  # noqa: E402

NINE = (
    "(;GM[1]FF[4]SZ[9]KM[7]RU[chinese];B[ee];W[ge];B[gf];W[he];B[gd];W[fe];B[fd];W[ed];B[ef];W[dd];B[hd];W[hf];B[gg];W[hg]"
    ";B[gh];W[hh];B[fc];W[dc];B[df];W[cf];B[cg];W[be];B[bf];W[ce];B[eb];W[db];B[];W[])"
)
NINETEEN = (
    "(;GM[1]FF[4]SZ[19]KM[6.5]RU[japanese];B[qd];W[dd];B[pq];W[dp];B[fc];W[cf];B[jd];W[qo];B[qm];W[op];B[oq];W[np];B[qp]"
    ";W[po];B[nq];W[mq];B[mr];W[lq];B[pm];W[om];B[ol];W[nm];B[nl];W[mm];B[ro];W[qk];B[rn];W[ml])"
)
HANDICAP = "(;GM[1]FF[4]SZ[9]KM[0.5]HA[2]RU[new zealand]AB[cg][gc];W[ee];B[eg];W[gg])"
VISITS = 24


class Quiet(KaTrainBase):
    """KaTrain without a face: every error is kept."""

    def __init__(self):
        self.errors = []
        super().__init__(force_package_config=True, debug_level=0)

    def log(self, message, level=0):
        if level == -1 or "rror" in str(message):
            self.errors.append(str(message))

    def __call__(self, *message, **_):
        self.errors.append(str(message))


def wait_for(what, condition, seconds=300):
    end = time.time() + seconds
    while not condition():
        assert time.time() < end, f"waited in vain for {what}"
        time.sleep(0.05)


def check(node, size):
    """Everything that KaTrain shows of a position."""
    assert node.analysis_complete, node
    root, moves = node.analysis["root"], node.analysis["moves"]
    assert root["visits"] >= VISITS, root
    for field in ("winrate", "scoreLead", "scoreStdev", "utility", "currentPlayer", "thisHash", "symHash"):
        assert field in root, (field, root)
    assert root["currentPlayer"] == node.next_player
    assert len(node.ownership) == size * size and len(node.policy) == size * size + 1
    assert all(-1 <= owner <= 1 for owner in node.ownership)
    assert abs(sum(chance for chance in node.policy if chance > 0) - 1) < 0.01
    # The move that was played is among them, with what is known of the position after it.
    searched = [move for move in moves.values() if move["order"] != ADDITIONAL_MOVE_ORDER]
    assert searched
    for move in searched:
        for field in ("scoreLead", "winrate", "visits", "order", "pv", "prior", "lcb", "utility", "scoreStdev", "ownership"):
            assert field in move, (field, move)
        assert move["pv"][0] == move["move"] and len(move["ownership"]) == size * size
    assert node.candidate_moves[0]["order"] == 0 and node.policy_ranking
    assert 0 <= node.winrate <= 1 and node.format_score() and node.format_winrate()
    if node.parent:
        assert node.points_lost is not None and node.move_policy_stats()[2]
        assert node.comment(sgf=True)


def analysed(katrain, engine, text, size):
    game = Game(katrain, engine, move_tree=KaTrainSGF.parse_sgf(text))
    nodes = list(game.root.nodes_in_tree)
    wait_for("a whole game", lambda: all(node.analysis_complete for node in nodes))
    for node in nodes:
        check(node, size)
    return game, len(nodes)


def main(backend, where):
    katrain = Quiet()
    config = dict(katrain.config("engine"), backend=backend, max_visits=VISITS, fast_visits=VISITS, max_time=600.0)
    config["remote_url" if backend == "remote" else "altcommand"] = where
    engine = make_engine(katrain, config)
    positions = 0
    for text, size in ((NINE, 9), (NINETEEN, 19), (HANDICAP, 9)):
        game, count = analysed(katrain, engine, text, size)
        positions += count
        node = game.root
        known = len(node.analysis["moves"])
        game.set_current_node(node)
        node.analyze(engine, find_alternatives=True)
        wait_for("other moves", lambda: len(node.analysis["moves"]) > known and engine.is_idle())
        node.analyze(engine, region_of_interest=[0, 3, 0, 3])
        wait_for("a region", engine.is_idle)
        node.analyze(engine, ponder=True)
        wait_for("pondering", lambda: node.root_visits > 4 * VISITS)
        engine.stop_pondering()
        wait_for("the end of pondering", engine.is_idle)
        engine.on_new_game()
    engine.shutdown(finish=None)
    assert not katrain.errors, katrain.errors
    print(positions)


main(*sys.argv[1:])
