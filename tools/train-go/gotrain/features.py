"""What the network sees of a position: feature set version 1.

This is a contract with the Rust engine, spelled out in docs/training-go.md; a change needs a new version.
Planes are 0 or 1, rows from the top of the board.  Everything is seen from the mover's side.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp

from . import env

FEATURE_VERSION = 1
PLANES = 12
GLOBALS = 4
KOMI_SCALE = 15.0


def size_value(size: int) -> float:
    """How the board's size is told to the network: 0 at 14, in steps of a tenth."""
    return (size - 14) / 10


def planes(state: env.State, banned: jax.Array) -> jax.Array:
    """Spatial input, bool (B, P, PLANES).  `banned`: points closed by ko or superko, bool (B, P)."""
    points = state.board.shape[-1]
    turn = state.turn[:, None]
    stone = state.board != env.EMPTY
    layers = [jnp.ones_like(stone), state.board == turn, state.board == -turn]
    layers += [stone & (state.liberties == count) for count in (1, 2, 3)]
    layers += [banned]
    spots = jnp.arange(points)[None]
    layers += [spots == state.recent[:, place, None] for place in range(env.RECENT_MOVES)]
    return jnp.stack(layers, -1)


def globals_(state: env.State) -> jax.Array:
    """Global input, float32 (B, GLOBALS)."""
    points = state.board.shape[-1]
    komi = -state.turn.astype(jnp.float32) * state.komi / KOMI_SCALE
    last = (state.recent[:, 0] == points).astype(jnp.float32)
    before = (state.recent[:, 1] == points).astype(jnp.float32)
    size = jnp.full_like(komi, size_value(env.size_of(state)))
    return jnp.stack([komi, last, before, size], -1)


def simple_ko(state: env.State) -> jax.Array:
    """The ban plane inside the search, where the history is not at hand."""
    return jnp.arange(state.board.shape[-1])[None] == state.ko[:, None]


def pack(layers: jax.Array) -> jax.Array:
    """Planes as bits of one word a point, uint16 (B, P): a twelfth of the memory in the replay."""
    weights = (1 << jnp.arange(PLANES, dtype=jnp.uint16)).astype(jnp.uint16)
    return (layers.astype(jnp.uint16) * weights).sum(-1, dtype=jnp.uint16)


def unpack(words: jax.Array) -> jax.Array:
    return (words[..., None] >> jnp.arange(PLANES, dtype=jnp.uint16)) & 1 == 1
