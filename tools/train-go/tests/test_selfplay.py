"""Games with handicap stones, and games that no agreement stops."""

import jax
import jax.numpy as jnp
import numpy as np
from test_search import player

from gotrain import selfplay
from gotrain.search import SearchSettings

SIZE, GAMES = 7, 64


def test_black_puts_the_handicap_down_while_white_passes() -> None:
    mix = selfplay.Mix(played_out=1.0, handicap=1.0)
    games = selfplay.fresh_games(jax.random.key(1), SIZE, GAMES, mix=mix)
    stones = np.asarray(games.handicap)
    assert set(stones) == {2, 3}
    assert np.asarray(games.played_out).all()
    # Half of them get the komi that makes up for the stones.
    made_up = np.asarray(games.state.komi) > 20
    assert 0.25 < made_up.mean() < 0.75
    plan = selfplay.Plan(SearchSettings(simulations=4, considered=4, margin_centre=0.75))
    games, steps, _ = selfplay.play(player(1), games, jax.random.key(2), jnp.float32(0.7), plan, 6, mix)
    turns, drawn = np.asarray(steps.turn), np.asarray(steps.drawn)
    own = (np.asarray(steps.words) >> 1) & 1
    other = (np.asarray(steps.words) >> 2) & 1
    for game, count in enumerate(stones):
        first = 2 * count - 1
        assert turns[first, game] == -1 and drawn[:first, game].all()
        assert own[first, game].sum() == 0 and other[first, game].sum() == count


def test_no_game_has_a_handicap_unless_it_is_asked_for() -> None:
    games = selfplay.fresh_games(jax.random.key(1), SIZE, GAMES)
    assert not np.asarray(games.handicap).any()
    assert 0 < np.asarray(games.played_out).mean() < 1
