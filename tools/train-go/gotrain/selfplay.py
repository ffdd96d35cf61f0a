"""Games of the network against itself, thousands side by side; a game that ends is replaced at once.

Games go on from round to round, so no position is lost to a round's end.  A game on whose winner both
sides have agreed for a while is stopped, as nothing more is learned from it: this saves a third of all moves.
A share of the games is always played out, for the owners, the margins and the art of finishing; these games
also tell how often such a stop is wrong.  A share begins with handicap stones, half of these with the komi that
makes up for them.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from . import env, features, net
from .search import Found, SearchSettings, search

# Komi at which neither side is known to be ahead; on the small boards from their known results.
FAIR_KOMI = {5: 24.0, 6: 4.0, 7: 9.0, 8: 10.0}
USUAL_FAIR_KOMI = 7.0
AGREED_VALUE = 0.98  # both sides' view of the win, in absolute value ...
AGREED_MOVES = 8  # ... for so many moves in a row
HANDICAP_WORTH = 13.0  # points that a handicap stone is worth, about
OPENING_SHARE = 0.65  # games that begin with moves drawn from the policy ...
HOT_SHARE = 0.25  # ... and those whose draws are nearly blind


class Plan(NamedTuple):
    """How moves are searched.  Static: each distinct value is compiled once.

    With a `fast` search, only this share of the moves is searched fully, and only these teach the policy; the
    others are there to bring games to their end, which is what the value learns from (Wu, 'Accelerating
    Self-Play Learning in Go', 2019).
    """

    full: SearchSettings
    fast: SearchSettings | None = None
    full_share: float = 1.0


class Mix(NamedTuple):
    """Which games are played."""

    played_out: float = 0.25  # share that is never stopped by agreement
    handicap: float = 0.0  # share that begins with handicap stones


class Games(NamedTuple):
    state: env.State
    history: env.History
    opening: jax.Array  # int16 (B,): this many first moves are drawn from the bare policy
    heat: jax.Array  # float32 (B,): temperature of those moves
    handicap: jax.Array  # int16 (B,): stones that Black puts down while White passes
    played_out: jax.Array  # bool (B,): never stopped by agreement
    streak: jax.Array  # int16 (B,): moves in a row on which the winner was clear
    verdict: jax.Array  # int8 (B,): winner agreed on so far, 0 before that


class Steps(NamedTuple):
    """What one move leaves for training; in time order, first axes (T, B)."""

    words: jax.Array  # uint16 (.., P): packed planes
    globals_: jax.Array  # float16 (.., GLOBALS)
    policy: jax.Array  # float16 (.., P + 1)
    taught: jax.Array  # bool: the move was searched fully, so the policy is worth learning
    turn: jax.Array  # int8
    win: jax.Array  # float32: the network's value at the root, for Black
    margin: jax.Array  # float32: likewise the margin; at the end of a game the true one
    drawn: jax.Array  # bool: the move was drawn from the policy, so what follows says little of this position
    ended: jax.Array  # bool: the game ended with this move
    stopped: jax.Array  # bool: it ended by agreement, so its winner is known but not its owners
    owner: jax.Array  # int8 (.., P): final owners where the game was played out


class Counts(NamedTuple):
    games: jax.Array
    moves: jax.Array
    black_wins: jax.Array
    capped: jax.Array
    stopped: jax.Array
    checked: jax.Array  # games played out although a winner had been agreed on ...
    mistaken: jax.Array  # ... and those of them that the other side won


def fresh_games(
    key: jax.Array, size: int, count: int, pass_share: jax.Array | float = 0.7, mix: Mix = Mix()
) -> Games:
    """New games with varied komi, openings and earliest pass.

    Four games in five have a komi near the fair one, the others anything likely: the network must know
    every komi.  Early passes are barred in most games, as two of them end a game from which nothing is
    learned: at the latest up to `pass_share` of the board's points, drawn for each game.  One game in ten
    allows them, so that the network knows what they cost.
    """
    keys = jax.random.split(key, 11)
    fair = FAIR_KOMI.get(size, USUAL_FAIR_KOMI)
    spread = jnp.where(jax.random.bernoulli(keys[0], 0.8, (count,)), 1.0, size)
    komi = jnp.round(2 * (fair + spread * jax.random.normal(keys[1], (count,)))) / 2
    points = size * size
    floor = jax.random.uniform(keys[2], (count,), minval=0.4, maxval=1.0) * pass_share * points
    floor = jnp.where(jax.random.bernoulli(keys[3], 0.1, (count,)), 0, floor)
    opening = jax.random.randint(keys[4], (count,), 0, size)
    opening = jnp.where(jax.random.bernoulli(keys[5], OPENING_SHARE, (count,)), opening, 0)
    # With a type that is said: what comes back from the disk has one, and would be compiled for anew.
    heat = jnp.where(jax.random.bernoulli(keys[6], HOT_SHARE, (count,)), jnp.float32(4.0), jnp.float32(1.0))
    handicap = jax.random.randint(keys[8], (count,), 2, size // 2 + 1)
    handicap = jnp.where(jax.random.bernoulli(keys[9], mix.handicap, (count,)), handicap, 0)
    made_up = (handicap > 0) & jax.random.bernoulli(keys[10], 0.5, (count,))
    komi += jnp.where(made_up, jnp.round(HANDICAP_WORTH * handicap), 0)
    state = env.start(size, jnp.clip(komi, -points, points), floor.astype(jnp.int16))
    return Games(
        state=state,
        history=env.start_history(size, count),
        opening=opening.astype(jnp.int16),
        heat=heat,
        handicap=handicap.astype(jnp.int16),
        played_out=jax.random.bernoulli(keys[7], mix.played_out, (count,)),
        streak=jnp.zeros(count, jnp.int16),
        verdict=jnp.zeros(count, jnp.int8),
    )


def _searched(
    params: net.Params, plan: Plan, games: Games, full_key: jax.Array, key: jax.Array
) -> tuple[jax.Array, Found]:
    """Searches all games alike, fully or fast, since a batch is as slow as its slowest game; and which it was."""

    def with_(settings: SearchSettings) -> Found:
        return search(params, games.state, games.history, key, settings)

    if plan.fast is None:
        return jnp.array(True), with_(plan.full)
    full = jax.random.bernoulli(full_key, plan.full_share)
    return full, lax.cond(full, lambda: with_(plan.full), lambda: with_(plan.fast))


def _one_move(
    params: net.Params, pass_share: jax.Array, plan: Plan, mix: Mix, games: Games, key: jax.Array
) -> tuple[Games, tuple[Steps, Counts]]:
    state = games.state
    size, count = env.size_of(state), state.board.shape[0]
    search_key, draw_key, fresh_key, full_key = jax.random.split(key, 4)
    full, found = _searched(params, plan, games, full_key, search_key)
    logits = jnp.where(found.allowed, found.root.policy / games.heat[:, None], -jnp.inf)
    giving = state.moves < 2 * games.handicap - 1
    drawn = giving | (state.moves < games.opening)
    move = jnp.where(drawn, jax.random.categorical(draw_key, logits), found.move)
    move = jnp.where(giving & (state.turn < 0), size * size, move)

    after = env.step(state, move)
    owner = env.area(after)
    margin = env.black_margin(after, owner)
    view = net.win_value(found.root.value) * state.turn
    clear = (jnp.abs(view) >= AGREED_VALUE) & ~drawn
    same = clear & (jnp.sign(view) == jnp.sign(games.streak))
    # The sign of the streak is the winner, its size the number of moves.
    streak = jnp.where(same, games.streak + jnp.sign(games.streak), jnp.where(clear, jnp.sign(view), 0))
    agreed = jnp.abs(streak) >= AGREED_MOVES
    verdict = jnp.where((games.verdict == 0) & agreed, jnp.sign(streak), games.verdict).astype(jnp.int8)
    stopped = agreed & ~games.played_out & ~after.ended
    ended = after.ended | stopped

    steps = Steps(
        words=features.pack(features.planes(state, found.banned)),
        globals_=features.globals_(state).astype(jnp.float16),
        policy=found.policy.astype(jnp.float16),
        taught=jnp.broadcast_to(full, (count,)),
        turn=state.turn,
        win=view,
        margin=jnp.where(after.ended, margin, found.root.score * state.turn),
        drawn=drawn,
        ended=ended,
        stopped=stopped,
        owner=owner,
    )
    checked = after.ended & (verdict != 0)
    counts = Counts(
        games=ended.sum(),
        moves=jnp.where(ended, after.moves, 0).sum(),
        black_wins=(ended & (jnp.where(stopped, view, margin) > 0)).sum(),
        capped=(after.moves >= env.move_cap(size)).sum(),
        stopped=stopped.sum(),
        checked=checked.sum(),
        mistaken=(checked & (jnp.sign(margin) != verdict)).sum(),
    )
    carried_on = games._replace(
        state=after,
        history=env.remember(games.history, after),
        streak=streak.astype(jnp.int16),
        verdict=verdict,
    )
    fresh = fresh_games(fresh_key, size, count, pass_share, mix)

    def pick(new: jax.Array, old: jax.Array) -> jax.Array:
        return jnp.where(ended.reshape((-1,) + (1,) * (old.ndim - 1)), new, old)

    return jax.tree.map(pick, fresh, carried_on), (steps, counts)


@partial(jax.jit, static_argnames=("plan", "length", "mix"), donate_argnums=(1,))
def play(
    params: net.Params,
    games: Games,
    key: jax.Array,
    pass_share: jax.Array,
    plan: Plan,
    length: int,
    mix: Mix = Mix(),
) -> tuple[Games, Steps, Counts]:
    """Plays `length` moves in every game."""
    body = partial(_one_move, params, pass_share, plan, mix)
    games, (steps, counts) = lax.scan(body, games, jax.random.split(key, length))
    return games, steps, jax.tree.map(lambda leaf: leaf.sum(), counts)
