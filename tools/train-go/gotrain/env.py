"""Go for many games at once, in JAX.

Points are numbered along the rows from the upper left, 0 to N*N-1; the move N*N is a pass.
Every array has the games as its first axis, so that one call advances thousands of games.

Invariant: `chain` and `liberties` always describe `board`.  A chain is named by one of its own points,
so that a merge is a comparison and never a search; liberties are counted anew after each move by one
fused reduction, which is cheaper on a GPU than keeping sets.

Rules: no suicide, area count with every stone on the board alive, two passes end the game, and so does
the move cap (the board then counts as it stands).  Inside the search only the simple ko is forbidden;
`History` adds positional superko where the true game is known (the root of the search).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

BLACK, WHITE, EMPTY = 1, -1, 0
RECENT_MOVES = 5
MAX_COUNTED_LIBERTIES = 4


class State(NamedTuple):
    """What the rules need of a game, without its superko history."""

    board: jax.Array  # int8 (B, P): BLACK, WHITE or EMPTY
    chain: jax.Array  # int16 (B, P): name of the chain, P on empty points
    liberties: jax.Array  # int8 (B, P): of the chain, cut at MAX_COUNTED_LIBERTIES, 0 on empty points
    turn: jax.Array  # int8 (B,)
    ko: jax.Array  # int16 (B,): point closed by the simple ko, or P
    recent: jax.Array  # int16 (B, 5): last moves, newest first; P a pass, P + 1 nothing yet
    moves: jax.Array  # int16 (B,): moves played
    komi: jax.Array  # float32 (B,): points White gets
    pass_floor: jax.Array  # int16 (B,): no pass before this move number (a training aid, 0 for plain rules)
    ended: jax.Array  # bool (B,)


class History(NamedTuple):
    """Hashes of every board of the game; unused places hold 0, the hash of the empty board."""

    hashes: jax.Array  # uint32 (B, cap + 1, 2)


def move_cap(size: int) -> int:
    """Moves after which a game is counted as it stands; about three times a usual game."""
    return 5 * size * size // 2


def size_of(state: State) -> int:
    return math.isqrt(state.board.shape[-1])


def start(size: int, komi: jax.Array, pass_floor: jax.Array | None = None) -> State:
    """Empty boards, one for each komi given."""
    games, points = komi.shape[0], size * size
    floor = jnp.zeros(games, jnp.int16) if pass_floor is None else pass_floor.astype(jnp.int16)
    return State(
        board=jnp.zeros((games, points), jnp.int8),
        chain=jnp.full((games, points), points, jnp.int16),
        liberties=jnp.zeros((games, points), jnp.int8),
        turn=jnp.ones(games, jnp.int8),
        ko=jnp.full(games, points, jnp.int16),
        recent=jnp.full((games, RECENT_MOVES), points + 1, jnp.int16),
        moves=jnp.zeros(games, jnp.int16),
        komi=komi.astype(jnp.float32),
        pass_floor=floor,
        ended=jnp.zeros(games, bool),
    )


def start_history(size: int, games: int) -> History:
    return History(jnp.zeros((games, move_cap(size) + 1, 2), jnp.uint32))


def _neighbours(plane: jax.Array, outside: int) -> list[jax.Array]:
    """The plane (B, P) as seen from each point's four neighbours; `outside` beyond the edge."""
    size = math.isqrt(plane.shape[-1])
    grid = jnp.pad(plane.reshape(-1, size, size), ((0, 0), (1, 1), (1, 1)), constant_values=outside)
    views = (grid[:, :-2, 1:-1], grid[:, 2:, 1:-1], grid[:, 1:-1, :-2], grid[:, 1:-1, 2:])
    return [view.reshape(plane.shape) for view in views]


def _neighbour_table(size: int) -> np.ndarray:
    """Point -> its four neighbours, P where there is none; the row of a pass holds only P."""
    points = size * size
    table = np.full((points + 1, 4), points, np.int32)
    for point in range(points):
        row, column = divmod(point, size)
        for place, (r, c) in enumerate(((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))):
            if 0 <= r < size and 0 <= c < size:
                table[point, place] = r * size + c
    return table


def _count_liberties(board: jax.Array, chain: jax.Array) -> jax.Array:
    """Liberties of the chain on each point, cut at MAX_COUNTED_LIBERTIES."""
    points = board.shape[-1]
    empty = board == EMPTY
    beside = [jnp.where(empty, view, points) for view in _neighbours(chain, points)]
    names = jnp.arange(points, dtype=chain.dtype)[None, :, None]
    touches = jnp.zeros((), bool)
    for view in beside:
        touches = touches | (view[:, None, :] == names)
    count = jnp.minimum(touches.sum(-1, dtype=jnp.int32), MAX_COUNTED_LIBERTIES).astype(jnp.int8)
    own = jnp.take_along_axis(count, jnp.minimum(chain, points - 1).astype(jnp.int32), axis=-1)
    return jnp.where(empty, 0, own)


def step(state: State, move: jax.Array) -> State:
    """Plays one legal move in each game.  A game that has ended stays as it is."""
    size = size_of(state)
    points = size * size
    move = move.astype(jnp.int32)
    turn = state.turn[:, None]

    def at(plane: jax.Array, outside: int) -> jax.Array:
        padded = jnp.pad(plane, ((0, 0), (0, 1)), constant_values=outside)
        return jnp.take_along_axis(padded, beside, axis=-1)

    beside = jnp.asarray(_neighbour_table(size))[move]
    colour, name, libs = at(state.board, 2), at(state.chain, points), at(state.liberties, 0)
    friend = colour == turn
    # An enemy chain with one liberty beside the move has its last liberty exactly there.
    taken_chain = (colour == -turn) & (libs == 1)

    def members(mask: jax.Array) -> jax.Array:
        return ((state.chain[:, None, :] == name[:, :, None]) & mask[:, :, None]).any(1)

    stone = jnp.arange(points)[None] == move[:, None]
    taken = members(taken_chain)
    joined = members(friend) | stone
    board = jnp.where(stone, turn, jnp.where(taken, EMPTY, state.board)).astype(jnp.int8)
    chain = jnp.where(taken, points, jnp.where(joined, move[:, None], state.chain)).astype(jnp.int16)
    liberties = _count_liberties(board, chain)

    alone = ~friend.any(-1) & ((stone & (liberties == 1)).any(-1))
    single = (taken.sum(-1) == 1) & alone
    ko = jnp.where(single, jnp.argmax(taken, -1), points)
    moves = state.moves + 1
    passed_twice = (move == points) & (state.recent[:, 0] == points)
    after = State(
        board=board,
        chain=chain,
        liberties=liberties,
        turn=-state.turn,
        ko=ko.astype(jnp.int16),
        recent=jnp.concatenate([move[:, None].astype(jnp.int16), state.recent[:, :-1]], -1),
        moves=moves,
        komi=state.komi,
        pass_floor=state.pass_floor,
        ended=passed_twice | (moves >= move_cap(size)),
    )
    return select(state.ended, state, after)


def select(choose_first: jax.Array, first: State, second: State) -> State:
    """Game by game, one or the other."""

    def pick(a: jax.Array, b: jax.Array) -> jax.Array:
        return jnp.where(choose_first.reshape((-1,) + (1,) * (a.ndim - 1)), a, b)

    return jax.tree.map(pick, first, second)


def legal_points(state: State) -> jax.Array:
    """Points the mover may play by the rules of capture, suicide and simple ko: bool (B, P)."""
    points = state.board.shape[-1]
    turn = state.turn[:, None]
    breathes = jnp.zeros((), bool)
    for colour, libs in zip(_neighbours(state.board, 2), _neighbours(state.liberties, 0)):
        breathes = breathes | (colour == EMPTY)
        breathes = breathes | ((colour == turn) & (libs >= 2)) | ((colour == -turn) & (libs == 1))
    not_ko = jnp.arange(points)[None] != state.ko[:, None]
    return (state.board == EMPTY) & breathes & not_ko


def with_pass(state: State, points: jax.Array) -> jax.Array:
    """Adds the pass to a mask of points: barred before `pass_floor` unless nothing else is left."""
    may_pass = (state.moves >= state.pass_floor) | ~points.any(-1)
    return jnp.concatenate([points, may_pass[:, None]], -1)


def area(state: State) -> jax.Array:
    """Owner of each point: a stone's colour, or the only colour its empty region touches; int8 (B, P).

    Regions grow from the stones over the empty points; only games that have ended are grown, for the
    others the answer means nothing.  The loop stops when nothing changes any more.
    """
    board = state.board
    open_point = (board == EMPTY) & state.ended[:, None]
    reached = jnp.where(board == BLACK, 1, jnp.where(board == WHITE, 2, 0)).astype(jnp.uint8)

    def grow(reach: jax.Array) -> jax.Array:
        up, down, left, right = _neighbours(reach, 0)
        return jnp.where(open_point, reach | up | down | left | right, reach)

    def body(carry: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        reach, _ = carry
        grown = grow(grow(grow(reach)))
        return grown, (grown != reach).any()

    reached, _ = lax.while_loop(lambda carry: carry[1], body, (reached, jnp.array(True)))
    return jnp.where(reached == 1, BLACK, jnp.where(reached == 2, WHITE, EMPTY)).astype(jnp.int8)


def black_margin(state: State, owner: jax.Array) -> jax.Array:
    """Black's points minus White's, komi counted: float32 (B,)."""
    return owner.sum(-1, dtype=jnp.int32).astype(jnp.float32) - state.komi


def _zobrist(size: int) -> np.ndarray:
    """Random words [point][white=0, black=1][lane]; fixed, so that runs repeat."""
    return np.random.default_rng(20).integers(1, 2**32, (size * size, 2, 2), dtype=np.uint32)


def _xor(words: jax.Array, axis: int) -> jax.Array:
    return lax.reduce(words, np.uint32(0), lax.bitwise_xor, (axis,))


def _stone_words(board: jax.Array) -> jax.Array:
    words = jnp.asarray(_zobrist(math.isqrt(board.shape[-1])))
    colour = jnp.where((board == BLACK)[..., None], words[None, :, 1], words[None, :, 0])
    return jnp.where((board == EMPTY)[..., None], jnp.uint32(0), colour)


def remember(history: History, state: State) -> History:
    """Adds the board of `state` to the history, at its move number."""
    places = jnp.arange(history.hashes.shape[1])[None] == state.moves[:, None]
    word = _xor(_stone_words(state.board), 1)
    return History(jnp.where(places[..., None], word[:, None], history.hashes))


def repeats(state: State, history: History) -> jax.Array:
    """Points whose move would give the board an earlier state of the game: bool (B, P).

    Looks only at the hash of the result; points that are illegal anyway may be set or not.
    """
    points = state.board.shape[-1]
    words = jnp.asarray(_zobrist(math.isqrt(points)))
    turn = state.turn[:, None]
    stones = _stone_words(state.board)
    names = jnp.arange(points, dtype=state.chain.dtype)[None, :, None, None]
    in_chain = state.chain[:, None, :, None] == names
    chain_word = _xor(jnp.where(in_chain, stones[:, None], jnp.uint32(0)), 2)

    result = _xor(stones, 1)[:, None] ^ jnp.where((turn == BLACK)[..., None], words[None, :, 1], words[None, :, 0])
    seen_names: list[jax.Array] = []
    views = zip(_neighbours(state.board, 2), _neighbours(state.liberties, 0), _neighbours(state.chain, points))
    for colour, libs, name in views:
        taken = (colour == -turn) & (libs == 1)
        for earlier in seen_names:
            taken &= name != earlier
        seen_names.append(jnp.where(taken, name, -1))
        index = jnp.minimum(name, points - 1).astype(jnp.int32)[..., None]
        word = jnp.take_along_axis(chain_word, index, axis=1)
        result ^= jnp.where(taken[..., None], word, jnp.uint32(0))
    same = result[:, :, None] == history.hashes[:, None]
    return same.all(-1).any(-1) & (state.board == EMPTY)
