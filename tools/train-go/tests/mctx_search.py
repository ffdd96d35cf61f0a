"""The same search through DeepMind's mctx, where it is installed: the oracle for ours."""

from functools import partial

import jax
import jax.numpy as jnp
import mctx

from gotrain import env, features, net
from gotrain.search import BARRED, SearchSettings, evaluate, utility


def _advance(settings, params, key, move, state):
    size = env.size_of(state)
    after = env.step(state, move)
    margin = env.black_margin(after, env.area(after)) * state.turn
    ends_here = after.ended & ~state.ended
    reward = jnp.where(ends_here, utility(jnp.sign(margin), margin, size, settings.margin_weight), 0.0)
    view = evaluate(params, after, features.simple_ko(after))
    value = utility(net.win_value(view.value), view.score, size, settings.margin_weight)
    output = mctx.RecurrentFnOutput(
        reward=reward,
        discount=jnp.where(after.ended, 0.0, -1.0),
        prior_logits=jnp.where(env.with_pass(after, env.legal_points(after)), view.policy, BARRED),
        value=jnp.where(after.ended, 0.0, value),
    )
    return output, after


def search(params, state: env.State, settings: SearchSettings, key: jax.Array) -> mctx.PolicyOutput:
    size = env.size_of(state)
    allowed = env.with_pass(state, env.legal_points(state))
    view = evaluate(params, state, features.simple_ko(state))
    root = mctx.RootFnOutput(
        prior_logits=jnp.where(allowed, view.policy, BARRED),
        value=utility(net.win_value(view.value), view.score, size, settings.margin_weight),
        embedding=state,
    )
    return mctx.gumbel_muzero_policy(
        params, key, root, partial(_advance, settings), settings.simulations, invalid_actions=~allowed,
        max_num_considered_actions=settings.considered, gumbel_scale=1.0,
        qtransform=partial(
            mctx.qtransform_completed_by_mix_value, value_scale=settings.value_scale, rescale_values=False
        ),
    )  # fmt: skip
