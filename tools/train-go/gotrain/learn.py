"""Training steps: losses, AdamW with clipping by the global norm, averaged weights, gradient statistics."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from . import net
from .replay import Sample, View, sample
from .search import compute_dtype

BETA1, BETA2, ADAM_EPSILON = 0.9, 0.98, 1e-8
WEIGHT_DECAY = 0.02
CLIP_NORM = 1.0
AVERAGE_DECAY = 0.998
LOSS_WEIGHTS = {"policy": 1.0, "value": 1.0, "owner": 0.5, "margin": 0.1}
CALIBRATION_BATCHES = 8


class Learner(NamedTuple):
    params: net.Params
    first: net.Params  # Adam's first moment
    second: net.Params
    average: net.Params  # slow copy of the parameters: the one that plays and is exported
    steps: jax.Array


def start(key: jax.Array, shape: net.Shape) -> Learner:
    params = net.init(key, shape)
    zeros = jax.tree.map(jnp.zeros_like, params)
    copy = jax.tree.map(jnp.copy, params)
    return Learner(params, zeros, jax.tree.map(jnp.zeros_like, params), copy, jnp.array(0))


def _losses(output: net.Output, target: Sample) -> dict[str, jax.Array]:
    """Sums over the positions of one group, and measures for the log."""
    size = target.owner.shape[-1] ** 0.5
    log_policy = jax.nn.log_softmax(output.policy)
    cross = -(target.policy * log_policy).sum(-1)
    entropy = -(target.policy * jnp.log(target.policy + 1e-9)).sum(-1)
    chance = (1 + target.win) / 2
    value = -(chance * jax.nn.log_sigmoid(output.value) + (1 - chance) * jax.nn.log_sigmoid(-output.value))
    miss = jnp.abs(output.score - target.margin) / size
    margin = jnp.where(miss < 1, miss * miss / 2, miss - 0.5)
    owner = jnp.square(output.owner - target.owner).mean(-1)
    right = jnp.sign(output.value) == jnp.sign(target.win)
    return {
        "policy": (cross * target.taught).sum(),
        "entropy": (entropy * target.taught).sum(),
        "value": (value * target.known).sum(),
        "margin": (margin * target.counted).sum(),
        "owner": (owner * target.counted).sum(),
        "win_right": (right * target.known).sum(),
        "taught": target.taught.sum(),
        "known": target.known.sum(),
        "counted": target.counted.sum(),
        "positions": jnp.float32(target.known.shape[0]),
    }


def _loss(params: net.Params, targets: list[Sample]) -> tuple[jax.Array, dict[str, jax.Array]]:
    outputs = net.forward(params, [target.group for target in targets], compute_dtype())
    sums = [_losses(output, target) for output, target in zip(outputs, targets)]
    total = jax.tree.map(lambda *parts: sum(parts), *sums)
    taught, known, counted = (jnp.maximum(total[name], 1.0) for name in ("taught", "known", "counted"))
    positions = total["positions"]
    means = {name: total[name] / taught for name in ("policy", "entropy")}
    means |= {name: total[name] / known for name in ("value", "win_right")}
    means |= {name: total[name] / counted for name in ("margin", "owner")}
    means |= {name: total[name] / positions for name in ("taught", "known", "counted")}
    means["policy_kl"] = means["policy"] - means["entropy"]
    return sum(weight * means[name] for name, weight in LOSS_WEIGHTS.items()), means


def _norm(tree: net.Params) -> jax.Array:
    return jnp.sqrt(sum(jnp.square(leaf).sum() for leaf in jax.tree.leaves(tree)))


def update(learner: Learner, targets: list[Sample], rate: jax.Array) -> tuple[Learner, dict[str, jax.Array]]:
    """One step of AdamW; weight decay only on matrices, as biases and scales need none."""
    (loss, means), grads = jax.value_and_grad(_loss, has_aux=True)(learner.params, targets)
    norm = _norm(grads)
    shrink = jnp.minimum(1.0, CLIP_NORM / (norm + 1e-9))
    count = learner.steps + 1
    bias1, bias2 = 1 - BETA1**count, 1 - BETA2**count

    first = jax.tree.map(lambda m, g: BETA1 * m + (1 - BETA1) * g * shrink, learner.first, grads)
    second = jax.tree.map(lambda v, g: BETA2 * v + (1 - BETA2) * jnp.square(g * shrink), learner.second, grads)

    def move(p: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
        decay = WEIGHT_DECAY * p if p.ndim > 1 else 0.0
        return p - rate * ((m / bias1) / (jnp.sqrt(v / bias2) + ADAM_EPSILON) + decay)

    params = jax.tree.map(move, learner.params, first, second)
    keep = jnp.minimum(AVERAGE_DECAY, count / (count + 10.0))
    average = jax.tree.map(lambda a, p: keep * a + (1 - keep) * p, learner.average, params)
    means |= {"loss": loss, "gradient_norm": norm, "clipped": (norm > CLIP_NORM).astype(jnp.float32)}
    return Learner(params, first, second, average, count), means


@partial(jax.jit, static_argnames=("steps", "counts"), donate_argnums=(0,))
def train_round(
    learner: Learner,
    views: tuple[View, ...],
    key: jax.Array,
    rate: jax.Array,
    steps: int,
    counts: tuple[int, ...],
) -> tuple[Learner, dict[str, jax.Array]]:
    """`steps` updates, each on `counts[i]` positions of the i-th board size.  Returns means over the steps."""

    def body(carry: Learner, step_key: jax.Array) -> tuple[Learner, dict[str, jax.Array]]:
        keys = jax.random.split(step_key, len(views))
        targets = [sample(v, k, c) for v, k, c in zip(views, keys, counts)]
        return update(carry, targets, rate)

    learner, logs = lax.scan(body, learner, jax.random.split(key, steps))
    means = {name: values.mean() for name, values in logs.items()}
    means["gradient_norm_max"] = logs["gradient_norm"].max()
    return learner, means


@partial(jax.jit, static_argnames=("counts",))
def calibrate(
    average: net.Params,
    views: tuple[View, ...],
    key: jax.Array,
    counts: tuple[int, ...],
) -> net.Moments:
    """Normalisation statistics of the averaged weights over fresh samples, sizes mixed as in training."""
    keys = jax.random.split(key, len(views))
    groups = [sample(v, k, CALIBRATION_BATCHES * c).group for v, k, c in zip(views, keys, counts)]
    return net.measure_moments(average, groups, compute_dtype())
