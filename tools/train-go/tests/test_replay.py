"""Labels carried back over games, by hand."""

import jax
import jax.numpy as jnp
import numpy as np

from gotrain import replay
from gotrain.selfplay import Steps


def made(win: list[float], margin: list[float], ended: list[int], stopped: list[int], drawn: list[int]) -> Steps:
    """One game's steps as a column."""

    def column(values: list, dtype: type) -> jax.Array:
        return jnp.array(values, dtype)[:, None]

    owner = jnp.array(margin, jnp.int8)[:, None, None] * jnp.ones((1, 1, 4), jnp.int8)
    nothing = jnp.zeros((len(win), 1))
    return Steps(
        nothing, nothing, nothing, nothing, nothing, column(win, float), column(margin, float), column(drawn, bool),
        column(ended, bool), column(stopped, bool), owner,
    )  # fmt: skip


def test_results_reach_back_to_the_start_of_their_game_only() -> None:
    steps = made([0.0] * 5, [0, 0, 3, 0, 0], [0, 0, 1, 0, 0], [0] * 5, [0] * 5)
    labels = replay.label(steps)
    trace = replay.TRACE
    np.testing.assert_allclose(labels.win[:, 0], [trace**2, trace, 1, 0, 0], rtol=1e-6)
    assert list(np.asarray(labels.known[:, 0])) == [True, True, True, False, False]
    assert list(np.asarray(labels.owner[:, 0, 0])) == [3, 3, 3, 0, 0]


def test_a_stopped_game_has_a_winner_but_no_owners() -> None:
    labels = replay.label(made([-0.9, -0.99], [4, 4], [0, 1], [0, 1], [0, 0]))
    np.testing.assert_allclose(labels.win[:, 0], [-replay.TRACE - (1 - replay.TRACE) * 0.99, -1], rtol=1e-5)
    assert bool(labels.known.all()) and not bool(labels.counted.any())


def test_a_drawn_move_breaks_the_link() -> None:
    labels = replay.label(made([0.2, 0.5, 0.0], [1, 2, -5], [0, 0, 1], [0] * 3, [0, 1, 0]))
    assert float(labels.win[1, 0]) == 0.5
    assert abs(float(labels.win[0, 0]) - 0.5) < 1e-6


def test_insert_labels_earlier_rounds() -> None:
    held = replay.empty(3, 2, 1, 5)
    blank = jax.tree.map(lambda leaf: leaf[0], held.steps)
    held = replay.insert(held, blank, jnp.array(0), 2)
    assert not bool(held.labels.known.any())
    ending = blank._replace(ended=blank.ended.at[0].set(True), margin=blank.margin.at[0].set(-2.0))
    held = replay.insert(held, ending, jnp.array(1), 2)
    assert list(np.asarray(held.labels.known[:, :, 0]).reshape(-1)) == [True, True, True, False, False, False]
    assert (np.asarray(held.labels.win[0]) < -0.9).all()


def test_symmetries_are_eight_and_move_targets_with_planes() -> None:
    tables = np.asarray(replay._symmetries(5))
    assert len({tuple(table) for table in tables}) == 8
    assert all(sorted(table) == list(range(25)) for table in tables)
