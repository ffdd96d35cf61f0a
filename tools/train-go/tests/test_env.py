"""The batched rules against the slow model, over random games."""

import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from slow_go import SlowGo

from gotrain import env


@pytest.mark.parametrize("size,games", [(5, 24), (7, 16), (9, 12)])
def test_random_games_agree(size: int, games: int) -> None:
    rng = random.Random(size)
    points = size * size
    komi = [rng.choice([0.5, 7.0, 7.5]) for _ in range(games)]
    slow = [SlowGo(size, k) for k in komi]
    state = env.start(size, jnp.array(komi))
    history = env.start_history(size, games)
    step, legal, repeats = jax.jit(env.step), jax.jit(env.legal_points), jax.jit(env.repeats)
    remember, area = jax.jit(env.remember), jax.jit(env.area)
    superko_bans = takes = 0
    for _ in range(env.move_cap(size) - 1):
        simple = np.asarray(legal(state))
        banned = np.asarray(repeats(state, history))
        moves = []
        for game, model in enumerate(slow):
            if model.ended:
                moves.append(points)
                continue
            legal_by_ko = model.legal(superko=False)
            assert set(np.flatnonzero(simple[game])) == legal_by_ko
            free = set(np.flatnonzero(simple[game] & ~banned[game]))
            assert free == model.legal(superko=True)
            superko_bans += len(legal_by_ko) - len(free)
            # Captures are preferred and passes mixed in: both make long cycles likely.
            taking = [point for point in sorted(free) if model.result(point)[1]]
            options = taking if taking and rng.random() < 0.7 else sorted(free)
            move = points if not free or rng.random() < 0.05 else rng.choice(options)
            stones = sum(map(bool, model.board))
            model.play(move)
            takes += sum(map(bool, model.board)) < stones
            moves.append(move)
        state = step(state, jnp.array(moves))
        history = remember(history, state)
        board, liberties = np.asarray(state.board), np.asarray(state.liberties)
        for game, model in enumerate(slow):
            assert list(board[game]) == model.board
            assert bool(state.ended[game]) == model.ended
            for point in rng.sample(range(points), 5):
                if model.board[point]:
                    assert liberties[game, point] == min(4, len(model.chain(model.board, point)[1]))
    state = state._replace(ended=jnp.ones(games, bool))
    owner = area(state)
    margin = np.asarray(env.black_margin(state, owner))
    for game, model in enumerate(slow):
        assert list(np.asarray(owner)[game]) == model.area()
        assert margin[game] == sum(model.area()) - model.komi
    assert takes > 50
    if size == 5:
        assert superko_bans > 0, "the games must exercise superko"


def test_cap_ends_the_game_and_ended_games_stay() -> None:
    state = env.start(5, jnp.array([0.5, 0.5]))
    state = state._replace(moves=jnp.array([env.move_cap(5) - 1, 0], jnp.int16))
    step = jax.jit(env.step)
    state = step(state, jnp.array([12, 12]))
    assert list(np.asarray(state.ended)) == [True, False]
    later = step(state, jnp.array([3, 3]))
    assert int(later.board[0].sum()) == 1 and int(later.moves[0]) == env.move_cap(5)


def test_pass_floor_bars_early_passes() -> None:
    state = env.start(5, jnp.zeros(2), jnp.array([10, 0]))
    mask = np.asarray(env.with_pass(state, env.legal_points(state)))
    assert list(mask[:, -1]) == [False, True]
