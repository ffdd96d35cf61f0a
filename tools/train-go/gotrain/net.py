"""The network: fully convolutional, residual, with global pooling; the same parameters for any board size.

Trunk: a 3x3 stem, then blocks `x + norm(conv(relu(norm(conv(x)))))` followed by a relu.  In every second
block the pooled middle (mean, mean scaled by size, maximum) adds a bias to each output channel.
Every convolution is followed by batch normalisation, so all of them fold into plain convolutions with a
bias for play and export: `fold`.  Statistics for folding are measured afresh for the averaged weights
(`forward(..., moments=[])`) rather than tracked during training: they then fit those weights exactly.

Boards of different sizes go through together as a list of groups; normalisation sees all of them at once.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from .features import GLOBALS, PLANES, size_value

NORM_EPSILON = 1e-4
SCORE_SCALE = 10.0
POOLED = 3

Params = dict[str, dict[str, jax.Array]]
Moments = list[tuple[jax.Array, jax.Array]]


class Shape(NamedTuple):
    blocks: int = 6
    channels: int = 96
    head: int = 32
    hidden: int = 64


class Group(NamedTuple):
    """Positions of one board size."""

    planes: jax.Array  # (B, P, PLANES)
    globals_: jax.Array  # (B, GLOBALS)


class Output(NamedTuple):
    """Everything from the mover's side."""

    policy: jax.Array  # logits (B, P + 1), the pass last
    value: jax.Array  # logit of winning (B,)
    score: jax.Array  # expected margin in points, komi counted (B,)
    owner: jax.Array  # -1 to 1 for each point (B, P)


def layer_names(shape: Shape) -> list[str]:
    """Normalised layers in the order they are applied."""
    blocks = [f"block{b}{half}" for b in range(shape.blocks) for half in ("a", "b")]
    return ["stem", *blocks, "head_pool", "head_policy", "head_value"]


def has_pooling(block: int) -> bool:
    return block % 2 == 1


def init(key: jax.Array, shape: Shape) -> Params:
    keys = iter(jax.random.split(key, 4 * shape.blocks + 32))

    def weights(fan_in: int, *dims: int, gain: float = 2.0) -> jax.Array:
        return jax.random.normal(next(keys), dims) * math.sqrt(gain / fan_in)

    def layer(kernel: int, inputs: int, outputs: int, side: int = 0, gamma: float = 1.0) -> dict[str, jax.Array]:
        made = {
            "w": weights(kernel * kernel * inputs, kernel, kernel, inputs, outputs),
            "gamma": jnp.full(outputs, gamma, jnp.float32),
            "beta": jnp.zeros(outputs),
        }
        if side:
            made["side"] = weights(side, side, outputs, gain=0.3)
        return made

    def dense(inputs: int, outputs: int, gain: float) -> dict[str, jax.Array]:
        return {"w": weights(inputs, inputs, outputs, gain=gain), "b": jnp.zeros(outputs)}

    c, h = shape.channels, shape.head
    params = {"stem": layer(3, PLANES, c, GLOBALS)}
    for block in range(shape.blocks):
        params[f"block{block}a"] = layer(3, c, c)
        # The residual branch starts small: the fresh network is close to its stem, which is easy to train.
        params[f"block{block}b"] = layer(3, c, c, POOLED * c if has_pooling(block) else 0, gamma=0.2)
    params["head_pool"] = layer(1, c, h)
    params["head_policy"] = layer(1, c, h, POOLED * h)
    params["head_value"] = layer(1, c, h)
    params["policy"] = dense(h, 1, 0.1)
    params["pass_hidden"] = dense(POOLED * h, h, 2.0)
    params["pass"] = dense(h, 1, 0.1)
    params["value_hidden"] = dense(POOLED * h + GLOBALS, shape.hidden, 2.0)
    params["value"] = dense(shape.hidden, 2, 0.1)
    params["owner"] = dense(h, 1, 0.1)
    return params


def _pool(x: jax.Array, size: int) -> jax.Array:
    mean = x.mean((1, 2), dtype=jnp.float32)
    return jnp.concatenate([mean, mean * size_value(size), x.max((1, 2)).astype(jnp.float32)], -1)


def _conv(x: jax.Array, w: jax.Array) -> jax.Array:
    if jax.default_backend() == "cpu":
        return _conv_as_product(x, w)
    return lax.conv_general_dilated(x, w.astype(x.dtype), (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def _conv_as_product(x: jax.Array, w: jax.Array) -> jax.Array:
    """The same convolution as one matrix product: XLA's CPU convolutions are slow inside loops."""
    kernel, size = w.shape[0], x.shape[1]
    border = kernel // 2
    padded = jnp.pad(x, ((0, 0), (border, border), (border, border), (0, 0)))
    shifts = [padded[:, r : r + size, c : c + size] for r in range(kernel) for c in range(kernel)]
    return jnp.concatenate(shifts, -1) @ w.astype(x.dtype).reshape(-1, w.shape[-1])


def _normalise(layer: dict[str, jax.Array], xs: list[jax.Array], moments: Moments | None) -> list[jax.Array]:
    """Batch normalisation over all groups; a folded layer only adds its bias."""
    if "b" in layer:
        return [x + layer["b"].astype(x.dtype) for x in xs]
    wide = [x.astype(jnp.float32) for x in xs]
    count = sum(x.size // x.shape[-1] for x in xs)
    mean = sum(x.sum((0, 1, 2)) for x in wide) / count
    # One pass over the data; 32-bit sums over some 10^5 points lose nothing that matters here.
    variance = jnp.maximum(sum(jnp.square(x).sum((0, 1, 2)) for x in wide) / count - jnp.square(mean), 0.0)
    if moments is not None:
        moments.append((mean, variance))
    scale = layer["gamma"] * lax.rsqrt(variance + NORM_EPSILON)
    bias = layer["beta"] - mean * scale
    return [(x * scale + bias).astype(before.dtype) for x, before in zip(wide, xs)]


def forward(params: Params, groups: list[Group], dtype: jnp.dtype, moments: Moments | None = None) -> list[Output]:
    """Runs trainable or folded parameters.  With `moments`, appends each layer's batch statistics to it."""
    sizes = [math.isqrt(group.planes.shape[1]) for group in groups]

    def unit(name: str, xs: list[jax.Array], sides: list[jax.Array] | None = None) -> list[jax.Array]:
        layer = params[name]
        ys = [_conv(x, layer["w"]) for x in xs]
        if sides is not None:
            bias = [side.astype(dtype) @ layer["side"].astype(dtype) for side in sides]
            ys = [y + b[:, None, None] for y, b in zip(ys, bias)]
        return _normalise(layer, ys, moments)

    def relu(xs: list[jax.Array]) -> list[jax.Array]:
        return [jax.nn.relu(x) for x in xs]

    def pool(xs: list[jax.Array]) -> list[jax.Array]:
        return [_pool(x, size) for x, size in zip(xs, sizes)]

    def dense(name: str, x: jax.Array) -> jax.Array:
        return x @ params[name]["w"].astype(x.dtype) + params[name]["b"].astype(x.dtype)

    x = [group.planes.reshape(-1, n, n, PLANES).astype(dtype) for group, n in zip(groups, sizes)]
    x = relu(unit("stem", x, [group.globals_ for group in groups]))
    block = 0
    while f"block{block}a" in params:
        middle = relu(unit(f"block{block}a", x))
        branch = unit(f"block{block}b", middle, pool(middle) if has_pooling(block) else None)
        x = relu([a + b for a, b in zip(x, branch)])
        block += 1

    pooled = pool(relu(unit("head_pool", x)))
    policy = relu(unit("head_policy", x, pooled))
    value = relu(unit("head_value", x))
    outputs = []
    for group, g, p, v, size in zip(groups, pooled, policy, value, sizes):
        points = dense("policy", p).reshape(-1, size * size).astype(jnp.float32)
        pass_ = dense("pass", jax.nn.relu(dense("pass_hidden", g)))
        summary = jnp.concatenate([_pool(v, size), group.globals_.astype(jnp.float32)], -1)
        result = dense("value", jax.nn.relu(dense("value_hidden", summary)))
        owner = jnp.tanh(dense("owner", v).reshape(-1, size * size).astype(jnp.float32))
        policy_all = jnp.concatenate([points, pass_], -1)
        outputs.append(Output(policy_all, result[:, 0], result[:, 1] * SCORE_SCALE, owner))
    return outputs


def infer(params: Params, group: Group, dtype: jnp.dtype) -> Output:
    return forward(params, [group], dtype)[0]


def measure_moments(params: Params, groups: list[Group], dtype: jnp.dtype) -> Moments:
    moments: Moments = []
    forward(params, groups, dtype, moments)
    return moments


def fold(params: Params, moments: Moments) -> Params:
    """Plain convolutions with a bias, equal to the normalised network at these statistics."""
    folded = dict(params)
    names = [name for name in params if "gamma" in params[name]]
    order = layer_names(Shape(blocks=sum(name.startswith("block") for name in names) // 2))
    for name, (mean, variance) in zip(order, moments, strict=True):
        layer = params[name]
        scale = layer["gamma"] * lax.rsqrt(variance + NORM_EPSILON)
        made = {"w": layer["w"] * scale, "b": layer["beta"] - mean * scale}
        if "side" in layer:
            made["side"] = layer["side"] * scale
        folded[name] = made
    return folded


def cast(params: Params, dtype: jnp.dtype) -> Params:
    """A copy in another precision; always a copy, as training gives its own arrays away."""
    return jax.tree.map(lambda leaf: jnp.array(leaf, dtype, copy=True), params)


def win_value(logit: jax.Array) -> jax.Array:
    """From -1 (lost) to 1 (won)."""
    return jnp.tanh(logit / 2)
