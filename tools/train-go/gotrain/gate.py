"""A match between two networks, played wholly on the GPU: is the new one at least as good?

    python -m gotrain.gate NEW.npz OLD.npz --size 19 --games 512 --simulations 32

Either may be a checkpoint or a network file, so that a new network meets the one that ships.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
from jax import lax

from . import checkpoint, env, net, netfile
from .search import SearchSettings, compute_dtype, search
from .selfplay import FAIR_KOMI, USUAL_FAIR_KOMI

OPENING_MOVES = 4


@partial(jax.jit, static_argnames=("size", "games", "settings"))
def match(
    first: net.Params, second: net.Params, key: jax.Array, size: int, games: int, settings: SearchSettings
) -> jax.Array:
    """Share of points that `first` wins in `games` games; a drawn game is half a point.

    In one half of the games `first` has Black, in the other White.  The first moves are drawn from the
    mover's policy, a different draw for each game, so that games differ.
    """
    half = games // 2
    fair = FAIR_KOMI.get(size, USUAL_FAIR_KOMI)
    # A half-point komi, either side of the fair one by turns.
    komi = fair + jnp.where(jnp.arange(half) % 2 == 0, 0.5, -0.5)
    floor = jnp.full(half, size * size // 3, jnp.int16)

    def one(params: net.Params, table: tuple[env.State, env.History], key: jax.Array):
        state, history = table
        search_key, draw_key = jax.random.split(key)
        found = search(params, state, history, search_key, settings, gumbel_scale=0.3)
        logits = jnp.where(found.allowed, found.root.policy, -jnp.inf)
        move = jnp.where(state.moves < OPENING_MOVES, jax.random.categorical(draw_key, logits), found.move)
        state = env.step(state, move)
        return state, env.remember(history, state)

    def two_plies(carry):
        black, white, key = carry
        key, *keys = jax.random.split(key, 5)
        # `first` has Black in the games of `black`, White in those of `white`.
        black, white = one(first, black, keys[0]), one(second, white, keys[1])
        black, white = one(second, black, keys[2]), one(first, white, keys[3])
        return black, white, key

    def running(carry) -> jax.Array:
        return ~(carry[0][0].ended.all() & carry[1][0].ended.all())

    table = (env.start(size, komi, floor), env.start_history(size, half))
    black, white, _ = lax.while_loop(running, two_plies, (table, table, key))

    def margin(state: env.State) -> jax.Array:
        return env.black_margin(state, env.area(state))

    points = (1 + jnp.sign(margin(black[0]))) / 2
    others = (1 - jnp.sign(margin(white[0]))) / 2
    return (points.sum() + others.sum()) / (2 * half)


def player(path: Path) -> net.Params:
    """The averaged network of a checkpoint, or that of a network file, as it plays."""
    if path.suffix == ".net":
        folded: net.Params = {}
        for name, value in netfile.read(path)[1].items():
            layer, part = name.split(".")
            folded.setdefault(layer, {})[part] = jnp.asarray(value)
    else:
        learner, moments, _ = checkpoint.load(path)
        folded = net.fold(learner.average, moments)
    return net.cast(folded, compute_dtype())


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("new", type=Path)
    parser.add_argument("old", type=Path)
    parser.add_argument("--size", type=int, nargs="+", default=[19])
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    first, second = player(options.new), player(options.old)
    settings = SearchSettings(options.simulations, considered=min(16, max(4, options.simulations // 2)))
    for size in options.size:
        share = float(match(first, second, jax.random.key(options.seed), size, options.games, settings))
        error = (share * (1 - share) / options.games) ** 0.5
        print(f"{size}x{size}, {options.simulations} simulations: {100 * share:.1f} % ± {196 * error:.1f}", flush=True)


if __name__ == "__main__":
    main()
