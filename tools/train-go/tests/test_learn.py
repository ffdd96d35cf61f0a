import jax
import jax.numpy as jnp
import numpy as np

from gotrain import checkpoint, learn, net, replay

SHAPE = net.Shape(blocks=2, channels=16, head=8, hidden=16)

# Compiled once for all tests.
update = jax.jit(lambda learner, target, rate: learn.update(learner, [target], rate))


def made_sample(games: int = 64, size: int = 5) -> replay.Sample:
    """Positions with a simple truth: play on the marked point; who has more stones wins."""
    rng = np.random.default_rng(0)
    points = size * size
    planes = rng.random((games, points, 12)) < 0.3
    spot = rng.integers(0, points, games)
    planes[:, :, 7] = np.arange(points)[None] == spot[:, None]
    lead = planes[:, :, 1].sum(-1) - planes[:, :, 2].sum(-1) + 0.5
    return replay.Sample(
        group=net.Group(jnp.asarray(planes), jnp.zeros((games, 4))),
        policy=jax.nn.one_hot(jnp.asarray(spot), points + 1),
        win=jnp.sign(jnp.asarray(lead, jnp.float32)),
        margin=jnp.asarray(lead, jnp.float32),
        owner=jnp.asarray(planes[:, :, 1] * 1.0 - planes[:, :, 2], jnp.float32),
        taught=jnp.ones(games),
        known=jnp.ones(games),
        counted=jnp.ones(games),
    )


def test_learns_a_simple_truth_and_survives_a_checkpoint(tmp_path) -> None:
    learner, target = learn.start(jax.random.key(0), SHAPE), made_sample()
    learner, first = update(learner, target, jnp.float32(3e-3))
    for _ in range(150):
        learner, last = update(learner, target, jnp.float32(3e-3))
    assert float(last["policy"]) < 0.3 * float(first["policy"])
    assert float(last["win_right"]) > 0.9
    assert np.isfinite(float(last["gradient_norm"]))

    moments = jax.jit(lambda p: net.measure_moments(p, [target.group], jnp.float32))(learner.average)
    checkpoint.save(tmp_path / "c.npz", learner, moments, {"round": 3})
    again, moments2, meta = checkpoint.load(tmp_path / "c.npz")
    assert meta["round"] == 3 and int(again.steps) == 151
    assert jax.tree.structure(again) == jax.tree.structure(learner)
    for kind, tolerance in (("params", 0), ("average", 1e-3), ("first", 1e-2), ("second", 1e-2)):
        for a, b in zip(jax.tree.leaves(getattr(again, kind)), jax.tree.leaves(getattr(learner, kind))):
            np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance * 1e-3)
    for a, b in zip(jax.tree.leaves(moments2), jax.tree.leaves(moments)):
        np.testing.assert_allclose(a, b)


def test_the_gradient_is_clipped() -> None:
    learner, target = learn.start(jax.random.key(0), SHAPE), made_sample()
    wild = target._replace(policy=target.policy * 1e3)
    after, log = update(learner, wild, jnp.float32(1e-3))
    assert float(log["gradient_norm"]) > learn.CLIP_NORM and float(log["clipped"]) == 1
    largest = max(float(jnp.abs(leaf).max()) for leaf in jax.tree.leaves(after.first))
    assert largest <= learn.CLIP_NORM


def test_a_move_that_was_searched_fast_teaches_no_policy() -> None:
    target = made_sample()
    learner = learn.start(jax.random.key(0), SHAPE)
    half = target._replace(taught=(jnp.arange(64) % 2).astype(jnp.float32))
    # What the other half would say about the policy makes no difference.
    wild = half._replace(policy=jnp.where(half.taught[:, None] > 0, half.policy, jnp.roll(half.policy, 3, axis=-1)))
    plain, same, all_ = (update(learner, sample, jnp.float32(1e-3))[1] for sample in (half, wild, target))
    assert float(plain["policy"]) == float(same["policy"]) != float(all_["policy"])
    assert float(plain["taught"]) == 0.5 and float(plain["value"]) == float(all_["value"])
