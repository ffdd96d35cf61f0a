"""Measures the parts of a run on this machine: network, self-play, training.

    python -m gotrain.bench --size 9 --games 4096 8192 --simulations 16 32
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from . import env, features, learn, net, replay, selfplay
from .search import compute_dtype
from .train import settings_for


def timed(name: str, work: int, call: Callable[[], Any], repeats: int = 3) -> None:
    """Prints compile-and-run time, then the best rate of a few runs."""
    begun = time.monotonic()
    jax.block_until_ready(call())
    first = time.monotonic() - begun
    best = float("inf")
    for _ in range(repeats):
        begun = time.monotonic()
        jax.block_until_ready(call())
        best = min(best, time.monotonic() - begun)
    print(f"{name}: first {first:.1f} s, then {best:.4f} s, {work / best:,.0f} /s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, nargs="+", default=[4096, 8192])
    parser.add_argument("--simulations", type=int, nargs="+", default=[16, 32])
    parser.add_argument("--batch", type=int, nargs="+", default=[2048, 4096])
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=96)
    parser.add_argument("--length", type=int, default=8)
    options = parser.parse_args()
    print(jax.devices(), flush=True)
    learner = learn.start(jax.random.key(0), net.Shape(options.blocks, options.channels))
    size, key = options.size, jax.random.key(1)
    for count in options.games:
        games = jax.jit(partial(selfplay.fresh_games, size=size, count=count))(key)
        state = games.state
        group = net.Group(features.planes(state, features.simple_ko(state)), features.globals_(state))
        moments = jax.jit(partial(net.measure_moments, dtype=compute_dtype()))(learner.params, [group])
        player = net.cast(net.fold(learner.params, moments), compute_dtype())
        infer = jax.jit(partial(net.infer, dtype=compute_dtype()))
        timed(f"network, {count} games", 10 * count, lambda: [infer(player, group) for _ in range(10)])
        random_move = jnp.arange(count) % (size * size)
        step = jax.jit(env.step)
        timed(f"step, {count} games", 10 * count, lambda: [step(state, random_move) for _ in range(10)])
        area = jax.jit(env.area)
        ended = state._replace(ended=jnp.ones_like(state.ended))
        timed(f"area, {count} games", 10 * count, lambda: [area(ended) for _ in range(10)])
        for simulations in options.simulations:
            settings = settings_for(simulations)

            def round_() -> Any:
                copy = jax.tree.map(jnp.copy, games)
                return selfplay.play(player, copy, key, jnp.float32(0.7), selfplay.Plan(settings), options.length)

            work = count * options.length * (simulations + 1)
            timed(f"self-play, {count} games, {simulations} simulations, evaluations", work, round_, 1)
    held = replay.empty(2, 32, 2048, size)
    for batch in options.batch:
        steps = 64

        def train() -> Any:
            copy = jax.tree.map(jnp.copy, learner)
            view = (replay.View(held, jnp.array(1), jnp.array(2)),)
            return learn.train_round(copy, view, key, jnp.float32(1e-4), steps, (batch,))

        timed(f"training, batch {batch}, positions", steps * batch, train, 1)


if __name__ == "__main__":
    main()
