"""The replay window: the positions of the last rounds, held on the GPU and labelled backwards.

Rounds lie in a ring.  When a game ends, its result is carried back over all its positions, also those of
earlier rounds: `relabel` walks back over as many rounds as a game can last.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from . import env, features, net
from .selfplay import Steps

# Weight of what comes later against the network's own view of the next position: results of weak play
# are noisy, and the views of later positions are less so.
TRACE = 0.99


class Labels(NamedTuple):
    win: jax.Array  # float32 (R, T, B): for Black, -1 to 1
    margin: jax.Array  # float32 (R, T, B): for Black
    owner: jax.Array  # int8 (R, T, B, P): for Black
    known: jax.Array  # bool (R, T, B): the winner is known
    counted: jax.Array  # bool (R, T, B): the game was played out, so margin and owner are known too


class Replay(NamedTuple):
    steps: Steps  # first axes (R, T, B)
    labels: Labels


class View(NamedTuple):
    """The part of a replay to learn from: the last `window` rounds up to the slot `newest`."""

    replay: Replay
    newest: jax.Array
    window: jax.Array


class Sample(NamedTuple):
    """Training positions from the mover's side."""

    group: net.Group
    policy: jax.Array
    win: jax.Array
    margin: jax.Array
    owner: jax.Array
    taught: jax.Array
    known: jax.Array
    counted: jax.Array


def empty(rounds: int, length: int, games: int, size: int) -> Replay:
    axes, points = (rounds, length, games), size * size
    steps = Steps(
        words=jnp.zeros((*axes, points), jnp.uint16),
        globals_=jnp.zeros((*axes, features.GLOBALS), jnp.float16),
        policy=jnp.zeros((*axes, points + 1), jnp.float16),
        taught=jnp.zeros(axes, bool),
        turn=jnp.ones(axes, jnp.int8),
        win=jnp.zeros(axes, jnp.float32),
        margin=jnp.zeros(axes, jnp.float32),
        drawn=jnp.zeros(axes, bool),
        ended=jnp.zeros(axes, bool),
        stopped=jnp.zeros(axes, bool),
        owner=jnp.zeros((*axes, points), jnp.int8),
    )
    labels = Labels(
        win=jnp.zeros(axes, jnp.float32),
        margin=jnp.zeros(axes, jnp.float32),
        owner=jnp.zeros((*axes, points), jnp.int8),
        known=jnp.zeros(axes, bool),
        counted=jnp.zeros(axes, bool),
    )
    return Replay(steps, labels)


def label(steps: Steps) -> Labels:
    """Labels for moves in time order, first axes (T, B)."""

    def back(later: tuple[jax.Array, ...], now: Steps) -> tuple[tuple[jax.Array, ...], Labels]:
        win, margin, next_win, next_margin, owner, known, counted = later
        # A drawn move breaks the link: the position's own view stands in for what came of it.
        win = jnp.where(now.drawn, now.win, TRACE * win + (1 - TRACE) * next_win)
        margin = jnp.where(now.drawn, now.margin, TRACE * margin + (1 - TRACE) * next_margin)
        win = jnp.where(now.ended, jnp.sign(jnp.where(now.stopped, now.win, now.margin)), win)
        margin = jnp.where(now.ended, now.margin, margin)
        owner = jnp.where(now.ended[:, None], now.owner, owner)
        known = known | now.ended
        counted = jnp.where(now.ended, ~now.stopped, counted)
        later = (win, margin, now.win, now.margin, owner, known, counted)
        return later, Labels(win, margin, owner, known, counted)

    last = jax.tree.map(lambda leaf: leaf[-1], steps)
    never = jnp.zeros_like(last.ended)
    first = (last.win, last.margin, last.win, last.margin, jnp.zeros_like(last.owner), never, never)
    return lax.scan(back, first, steps, reverse=True)[1]


def reach_in_rounds(size: int, length: int) -> int:
    """Rounds over which one game can stretch."""
    return -(-env.move_cap(size) // length) + 1


@partial(jax.jit, static_argnames=("reach",), donate_argnums=(0,))
def insert(replay: Replay, steps: Steps, slot: jax.Array, reach: int) -> Replay:
    """Writes a round into `slot` and labels it and the `reach - 1` rounds before it anew."""
    rounds = replay.labels.win.shape[0]
    reach = min(reach, rounds)
    stored = jax.tree.map(lambda ring, new: ring.at[slot].set(new), replay.steps, steps)
    slots = (slot - reach + 1 + jnp.arange(reach)) % rounds
    needed = stored._replace(words=stored.turn, globals_=stored.turn, policy=stored.turn)
    recent = jax.tree.map(lambda ring: ring[slots].reshape((-1,) + ring.shape[2:]), needed)
    fresh = label(recent)
    labels = jax.tree.map(
        lambda ring, new: ring.at[slots].set(new.reshape((reach,) + ring.shape[1:])), replay.labels, fresh
    )
    return Replay(stored, labels)


def _symmetries(size: int) -> jax.Array:
    """Point tables of the eight symmetries of the square, (8, P)."""
    grid = jnp.arange(size * size).reshape(size, size)
    turned = [grid, grid.T]
    turned += [view[::-1] for view in turned]
    turned += [view[:, ::-1] for view in turned]
    return jnp.stack([view.reshape(-1) for view in turned])


def sample(view: View, key: jax.Array, count: int) -> Sample:
    """`count` positions of the view, each in a random symmetry."""
    replay, newest, window = view
    rounds, length, games = replay.labels.win.shape
    points = replay.steps.words.shape[-1]
    keys = jax.random.split(key, 4)
    slot = (newest - jax.random.randint(keys[0], (count,), 0, window)) % rounds
    when = jax.random.randint(keys[1], (count,), 0, length)
    game = jax.random.randint(keys[2], (count,), 0, games)
    steps = jax.tree.map(lambda ring: ring[slot, when, game], replay.steps)
    labels = jax.tree.map(lambda ring: ring[slot, when, game], replay.labels)

    size = int(points**0.5 + 0.5)
    table = _symmetries(size)[jax.random.randint(keys[3], (count,), 0, 8)]
    turn = steps.turn.astype(jnp.float32)
    policy = jnp.take_along_axis(steps.policy[:, :points], table, -1)
    owner = jnp.take_along_axis(labels.owner, table, -1)
    return Sample(
        group=net.Group(
            features.unpack(jnp.take_along_axis(steps.words, table, -1)), steps.globals_.astype(jnp.float32)
        ),
        policy=jnp.concatenate([policy, steps.policy[:, points:]], -1).astype(jnp.float32),
        win=labels.win * turn,
        margin=labels.margin * turn,
        owner=owner.astype(jnp.float32) * turn[:, None],
        taught=steps.taught.astype(jnp.float32),
        known=labels.known.astype(jnp.float32),
        counted=labels.counted.astype(jnp.float32),
    )
