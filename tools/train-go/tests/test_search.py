import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gotrain import env, net
from gotrain.search import SearchSettings, considered_visits, search


@jax.jit
def free(state: env.State, history: env.History) -> jax.Array:
    return env.legal_points(state) & ~env.repeats(state, history)


@jax.jit
def play(state: env.State, history: env.History, move: jax.Array) -> tuple[env.State, env.History]:
    state = env.step(state, move)
    state = state._replace(ended=jnp.zeros_like(state.ended))
    return state, env.remember(history, state)


def random_positions(size: int, games: int, moves: int, seed: int) -> tuple[env.State, env.History]:
    rng = np.random.default_rng(seed)
    state, history = env.start(size, jnp.full(games, 3.5)), env.start_history(size, games)
    for _ in range(moves):
        legal = np.asarray(free(state, history))
        chosen = [rng.choice(np.flatnonzero(row)) if row.any() and rng.random() < 0.97 else size**2 for row in legal]
        state, history = play(state, history, jnp.array(chosen))
    return state, history


def player(seed: int) -> net.Params:
    """A folded random network with loud heads, so that values and priors differ between moves."""
    params = net.init(jax.random.key(seed), net.Shape(2, 16, 8, 16))
    params["value"]["w"] *= 6
    params["policy"]["w"] *= 6
    group = net.Group(jnp.ones((2, 25, 12)), jnp.ones((2, 4)))
    ones = [(mean * 0, mean * 0 + 1) for mean, _ in net.measure_moments(params, [group], jnp.float32)]
    return net.fold(params, ones)


GAMES, SETTINGS = 24, SearchSettings(simulations=24, considered=8)
# Compiled once for all tests: they have as many games, and histories as long.
ours_of = jax.jit(lambda params, state, history, key: search(params, state, history, key, SETTINGS))


@pytest.mark.parametrize("moves", [6, 30])
def test_agrees_with_mctx(moves: int) -> None:
    pytest.importorskip("mctx")
    import mctx_search

    state, history = random_positions(5, GAMES, moves, moves)
    no_history = jax.tree.map(lambda seen: jnp.full_like(seen, 0xFFFFFFFF), history)
    params, key = player(3), jax.random.key(9)
    theirs = jax.jit(mctx_search.search, static_argnums=2)(params, state, SETTINGS, key)
    # mctx draws its noise from the second half of the key.
    ours = ours_of(params, state, no_history, jax.random.split(key)[1])
    visits = np.asarray(theirs.search_tree.summary().visit_counts)
    same = (visits == np.asarray(ours.visits)).all(-1)
    # A tie between float sums may fall either way; it must be rare.
    assert same.mean() >= 0.9
    np.testing.assert_allclose(np.asarray(theirs.action_weights)[same], np.asarray(ours.policy)[same], atol=1e-4)
    assert (np.asarray(theirs.action)[same] == np.asarray(ours.move)[same]).all()


def test_halving_plan_spends_every_simulation() -> None:
    assert considered_visits(1, 4) == [0, 1, 2, 3]
    assert considered_visits(4, 8) == [0, 0, 0, 0, 1, 1, 2, 2]
    assert all(len(considered_visits(count, 32)) == 32 for count in range(17))


def test_search_plays_only_allowed_moves() -> None:
    state, history = random_positions(5, GAMES, 40, 1)
    found = ours_of(player(5), state, history, jax.random.key(0))
    allowed, move = np.asarray(found.allowed), np.asarray(found.move)
    assert allowed[np.arange(GAMES), move].all()
    assert float(jnp.where(found.allowed, 0, found.policy).max()) < 1e-6
    np.testing.assert_allclose(found.policy.sum(-1), 1, atol=1e-5)
