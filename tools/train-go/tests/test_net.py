import jax
import jax.numpy as jnp
import numpy as np

from gotrain import env, features, net

SMALL = net.Shape(blocks=2, channels=16, head=8, hidden=16)


def random_group(size: int, games: int, seed: int) -> net.Group:
    rng = np.random.default_rng(seed)
    planes = rng.random((games, size * size, features.PLANES)) < 0.3
    return net.Group(jnp.asarray(planes), jnp.asarray(rng.normal(size=(games, features.GLOBALS)), jnp.float32))


def test_fold_equals_batch_norm_over_mixed_sizes() -> None:
    params = net.init(jax.random.key(0), SMALL)
    groups = [random_group(5, 6, 1), random_group(9, 4, 2)]

    @jax.jit
    def both(params: net.Params) -> tuple[list[net.Output], list[net.Output], int]:
        moments: net.Moments = []
        trained = net.forward(params, groups, jnp.float32, moments)
        folded = net.fold(params, moments)
        return trained, [net.infer(folded, group, jnp.float32) for group in groups], len(moments)

    trained, plain, layers = both(params)
    assert int(layers) == len(net.layer_names(SMALL))
    for output, expected in zip(plain, trained):
        for a, b in zip(output, expected):
            np.testing.assert_allclose(a, b, atol=2e-4)


def test_output_shapes_at_any_size() -> None:
    params = net.init(jax.random.key(0), SMALL)
    for size in (5, 8, 13):
        out = jax.eval_shape(lambda p, n=size: net.forward(p, [random_group(n, 2, n)], jnp.float32)[0], params)
        assert out.policy.shape == (2, size * size + 1) and out.owner.shape == (2, size * size)
        assert out.value.shape == out.score.shape == (2,)


def test_planes_of_a_known_position() -> None:
    # Black C3 in the middle of 5x5, White B3 to its left; Black to move.
    state = env.start(5, jnp.array([7.5]))
    step = jax.jit(env.step)
    for move in (12, 11):
        state = step(state, jnp.array([move]))
    planes = np.asarray(features.planes(state, features.simple_ko(state)))[0]
    expected = {1: [12], 2: [11], 3: [], 4: [], 5: [11, 12], 6: [], 7: [11], 8: [12], 9: [], 10: [], 11: []}
    assert planes[:, 0].all()
    for plane, points in expected.items():
        assert list(np.flatnonzero(planes[:, plane])) == points, plane
    np.testing.assert_allclose(features.globals_(state)[0], [-0.5, 0, 0, -0.9])
    packed = features.pack(jnp.asarray(planes)[None])
    assert (np.asarray(features.unpack(packed))[0] == planes).all()
