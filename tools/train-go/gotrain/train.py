"""The training run: rounds of self-play and learning, a gate match at times, everything saved and logged.

    python -m gotrain.train --out run/out --limit-s 570 --rounds 240

A run stops at its time limit and goes on from `--resume FILE`.  See docs/training-go.md.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

from . import checkpoint, features, learn, net, replay, selfplay
from .gate import match
from .search import SearchSettings, compute_dtype

PROMOTE_AT, ROLL_BACK_BELOW = 0.5, 0.35
GATE_SIMULATIONS = 8
FILL_ROUNDS = 4


@dataclass
class Lane:
    """Self-play on one board size: its games and its replay window."""

    size: int
    games: selfplay.Games
    replay: replay.Replay
    rounds: int = 0  # rounds that the replay holds or has held

    def view(self, wanted: int) -> replay.View:
        held = self.replay.labels.win.shape[0]
        window = max(1, min(wanted, held, self.rounds))
        return replay.View(self.replay, jnp.array((self.rounds - 1) % held), jnp.array(window))


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoint and log")
    parser.add_argument("--resume", type=Path, help="checkpoint to go on from")
    parser.add_argument("--local", type=Path, help="local folder that bridges two commands with the replay window")
    parser.add_argument("--limit-s", type=float, default=540, help="end, with everything saved, after this time")
    parser.add_argument("--rounds", type=int, default=240, help="length of the whole run: the schedule spans it")
    parser.add_argument("--sizes", type=int, nargs="+", default=[9])
    parser.add_argument("--games", type=int, nargs="+", default=[8192], help="games side by side, for each size")
    parser.add_argument("--length", type=int, default=16, help="moves a game and round")
    parser.add_argument("--simulations", type=int, nargs="+", default=[32], help="simulations a move, by stage")
    parser.add_argument("--stages", type=float, nargs="+", default=[0.0], help="where in the run a stage starts")
    parser.add_argument("--considered", type=int, default=16, help="root moves that a search looks at, at most")
    parser.add_argument("--fast-simulations", type=int, help="simulations of moves that teach no policy")
    parser.add_argument("--full-share", type=float, default=0.5, help="with them: moves that are searched fully")
    parser.add_argument("--margin-centre", type=float, default=0.0, help="share of the expected margin it counts from")
    parser.add_argument("--played-out", type=float, default=0.25, help="share of games that no agreement stops")
    parser.add_argument("--handicap", type=float, default=0.0, help="share of games with handicap stones")
    parser.add_argument("--season", type=int, default=0, help="fast rounds before a run without its games goes on")
    parser.add_argument("--window", type=int, default=48, help="rounds that the replay window can hold")
    parser.add_argument("--batch", type=int, nargs="+", default=[2048], help="positions a step, for each size")
    parser.add_argument("--reuse", type=float, default=4.0, help="times each new position is trained on")
    parser.add_argument("--rate", type=float, default=1e-3, help="highest learning rate")
    parser.add_argument("--final-rate", type=float, default=5e-5)
    parser.add_argument("--hold", type=float, default=0.5, help="share of the run before the rate begins to fall")
    parser.add_argument("--warm-up", type=int, default=500, help="steps over which the rate rises at the start")
    parser.add_argument("--gate-every", type=int, default=40, help="rounds between gate matches; 0 for none")
    parser.add_argument("--gate-games", type=int, default=512)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=96)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if not len(options.sizes) == len(options.games) == len(options.batch):
        parser.error("--sizes, --games and --batch need the same number of values")
    if len(options.simulations) != len(options.stages):
        parser.error("--simulations and --stages need the same number of values")
    return options


def simulations_at(options: argparse.Namespace, done: int) -> int:
    progress = done / options.rounds
    return [s for s, start in zip(options.simulations, options.stages) if start <= progress][-1]


def settings_for(simulations: int, considered: int = 16, margin_centre: float = 0.0) -> SearchSettings:
    """More simulations look at more root moves, up to a limit."""
    considered = max(4, min(considered, simulations // 2))
    return SearchSettings(simulations=simulations, considered=considered, margin_centre=margin_centre)


def plan_for(options: argparse.Namespace, simulations: int) -> selfplay.Plan:
    full = settings_for(simulations, options.considered, options.margin_centre)
    if options.fast_simulations is None:
        return selfplay.Plan(full)
    fast = settings_for(options.fast_simulations, options.considered, options.margin_centre)
    return selfplay.Plan(full, fast, options.full_share)


def evaluations_a_move(plan: selfplay.Plan) -> float:
    fast = plan.fast or plan.full
    return 1 + plan.full_share * plan.full.simulations + (1 - plan.full_share) * fast.simulations


def rate_at(options: argparse.Namespace, done: int, steps: int) -> float:
    """Warm-up, a plateau, then a cosine down to the final rate."""
    rise = min(1.0, (steps + 1) / options.warm_up)
    fall = min(1.0, max(0.0, (done / options.rounds - options.hold) / (1 - options.hold)))
    shape = (1 + math.cos(math.pi * fall)) / 2
    return rise * (options.final_rate + (options.rate - options.final_rate) * shape)


def pass_share_at(progress: float) -> float:
    """Up to which share of the board's points passes may be barred: long at first, then short."""
    return 0.7 - 0.4 * min(1.0, max(0.0, (progress - 0.1) / 0.2))


def window_at(done: int) -> int:
    """Rounds to learn from: few at first, as early games are soon worthless, then more."""
    return max(FILL_ROUNDS, int(0.5 * done))


class Run:
    """A training run between two saves."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.started = options, time.monotonic()
        shape = net.Shape(options.blocks, options.channels)
        self.learner = learn.start(jax.random.key(options.seed), shape)
        self.moments: net.Moments = []
        self.meta: dict[str, Any] = {"shape": shape._asdict(), "round": 0, "games": 0, "positions": 0, "seconds": 0.0}
        self.rate_factor = 1.0
        if options.resume:
            self.learner, self.moments, stored = checkpoint.load(options.resume)
            self.meta |= stored
        # Each resumed part gets its own random numbers, the same whenever it is repeated.
        self.key = jax.random.fold_in(jax.random.key(options.seed), self.meta["round"] + 1)
        self.mix = selfplay.Mix(options.played_out, options.handicap)
        self.lanes = [self._lane(*lane) for lane in zip(options.sizes, options.games)]
        self._bridge()
        self.player = self._player()
        self.past: list[net.Params] = []  # networks that were good enough to go on from, the oldest first
        options.out.mkdir(parents=True, exist_ok=True)

    def _lane(self, size: int, games: int) -> Lane:
        self.key, key = jax.random.split(self.key)
        held = replay.empty(self.options.window, self.options.length, games, size)
        fresh = jax.jit(selfplay.fresh_games, static_argnames=("size", "count", "mix"))
        return Lane(size, fresh(key, size=size, count=games, mix=self.mix), held)

    def _bridge(self) -> None:
        """Takes up games and replay windows of the command before, where they lie on this machine's disk."""
        folder = self.options.local
        if not (folder and self.options.resume and (folder / "meta.json").exists()):
            return
        stored = json.loads((folder / "meta.json").read_text())
        for lane in self.lanes:
            tree = checkpoint.load_tree(folder / str(lane.size), (lane.games, lane.replay))
            if tree is not None and stored["round"] == self.meta["round"]:
                lane.games, lane.replay = tree
                lane.rounds = stored["rounds"][str(lane.size)]

    def _player(self) -> net.Params:
        """Folded averaged weights; before the first calibration the statistics come from fresh games."""
        if not self.moments:
            groups = [self._first_group(lane) for lane in self.lanes]
            self.moments = net.measure_moments(self.learner.average, groups, compute_dtype())
        return net.cast(net.fold(self.learner.average, self.moments), compute_dtype())

    def _first_group(self, lane: Lane) -> net.Group:
        state = lane.games.state
        return net.Group(features.planes(state, features.simple_ko(state)), features.globals_(state))

    def play(self, lane: Lane, plan: selfplay.Plan) -> selfplay.Counts:
        """One round of self-play on one board size, into its replay."""
        options = self.options
        steps, counts = self._go_on(lane, plan)
        reach = replay.reach_in_rounds(lane.size, options.length)
        lane.replay = replay.insert(lane.replay, steps, jnp.array(lane.rounds % options.window), reach)
        lane.rounds += 1
        return jax.tree.map(int, counts)

    def _go_on(self, lane: Lane, plan: selfplay.Plan) -> tuple[selfplay.Steps, selfplay.Counts]:
        self.key, key = jax.random.split(self.key)
        share = jnp.float32(pass_share_at(self.meta["round"] / self.options.rounds))
        length = self.options.length
        lane.games, steps, counts = selfplay.play(self.player, lane.games, key, share, plan, length, self.mix)
        return steps, counts

    def season(self) -> None:
        """Spreads new games over all stages by rounds that nothing is learned from.

        A window that holds only the beginnings of games, none of them decided, unteaches the rest.
        """
        for lane in self.lanes:
            for _ in range(self.options.season if lane.rounds == 0 else 0):
                self._go_on(lane, selfplay.Plan(settings_for(GATE_SIMULATIONS)))

    def fill(self) -> None:
        """Plays lanes that hold too little for learning: at the start, and where the replay was lost."""
        for lane in self.lanes:
            while lane.rounds < FILL_ROUNDS:
                self.play(lane, plan_for(self.options, simulations_at(self.options, self.meta["round"])))

    def round(self) -> dict[str, Any]:
        options, begun = self.options, time.monotonic()
        simulations = simulations_at(options, self.meta["round"])
        plan = plan_for(options, simulations)
        counts = [self.play(lane, plan) for lane in self.lanes]
        played = time.monotonic()
        line = self._learn()
        new = options.length * sum(options.games)
        total = selfplay.Counts(*(sum(parts) for parts in zip(*counts)))
        games = max(1, total.games)
        seconds = time.monotonic() - begun
        self.meta["round"] += 1
        self.meta["games"] += total.games
        self.meta["positions"] += new
        self.meta["seconds"] += seconds
        return {
            "round": self.meta["round"],
            "simulations": simulations,
            "games": self.meta["games"],
            "positions": self.meta["positions"],
            "moves_per_game": round(total.moves / games, 1),
            "black_wins": round(total.black_wins / games, 4),
            "capped": round(total.capped / games, 4),
            "stopped": round(total.stopped / games, 4),
            "stops_mistaken": round(total.mistaken / max(1, total.checked), 4),
            "evaluations_per_s": round(new * evaluations_a_move(plan) / (played - begun)),
            "play_s": round(played - begun, 2),
            "learn_s": round(seconds - (played - begun), 2),
            "total_s": round(self.meta["seconds"], 1),
        } | line

    def _learn(self) -> dict[str, Any]:
        options = self.options
        views = tuple(lane.view(window_at(self.meta["round"])) for lane in self.lanes)
        batch = tuple(options.batch)
        steps = max(1, round(options.reuse * options.length * sum(options.games) / sum(batch)))
        rate = self.rate_factor * rate_at(options, self.meta["round"], int(self.learner.steps))
        self.key, train_key, calibrate_key = jax.random.split(self.key, 3)
        self.learner, means = learn.train_round(self.learner, views, train_key, jnp.float32(rate), steps, batch)
        self.moments = learn.calibrate(self.learner.average, views, calibrate_key, batch)
        self.player = self._player()
        jax.block_until_ready(self.player)
        shown = {name: float(f"{float(value):.5g}") for name, value in means.items()}
        return {"rate": float(f"{rate:.4g}"), "window": int(views[0].window), "steps": int(self.learner.steps)} | shown

    def gate(self) -> dict[str, Any]:
        """Plays against networks that were good once.  A network that lost badly is given up for the last of them.

        Several, from the first to the last: one that only learned to beat the last loses to older ones.
        """
        begun = time.monotonic()
        settings = settings_for(GATE_SIMULATIONS)
        opponents = sorted({0, len(self.past) // 2, len(self.past) - 1})
        shares = []
        for opponent in opponents:
            self.key, key = jax.random.split(self.key)
            other = self.past[opponent]
            shares.append(float(match(self.player, other, key, self.lanes[0].size, self.options.gate_games, settings)))
        line: dict[str, Any] = {"gate": round(shares[-1], 4), "gates": [round(share, 4) for share in shares]}
        if sum(shares) >= PROMOTE_AT * len(shares):
            self._keep()
        elif min(shares) < ROLL_BACK_BELOW:
            learner, self.player, self.moments = self.good
            self.learner = jax.tree.map(jnp.copy, learner)
            self.rate_factor /= 2
            line["rolled_back"] = True
        self.meta["seconds"] += time.monotonic() - begun
        return line | {"gate_s": round(time.monotonic() - begun, 2)}

    def _keep(self) -> None:
        # A copy, as training gives its own arrays away.
        self.good = (jax.tree.map(jnp.copy, self.learner), self.player, self.moments)
        self.past.append(self.player)

    def save(self, name: str = "checkpoint.npz") -> None:
        checkpoint.save(self.options.out / name, self.learner, self.moments, self.meta)

    def save_bridge(self) -> None:
        if self.options.local:
            for lane in self.lanes:
                checkpoint.save_tree(self.options.local / str(lane.size), (lane.games, lane.replay))
            rounds = {str(lane.size): lane.rounds for lane in self.lanes}
            stored = {"round": self.meta["round"], "rounds": rounds}
            (self.options.local / "meta.json").write_text(json.dumps(stored))

    def log(self, line: dict[str, Any]) -> None:
        text = json.dumps(line)
        print(text, flush=True)
        with open(self.options.out / "log.jsonl", "a") as file:
            file.write(text + "\n")

    def go(self) -> None:
        options, longest = self.options, 0.0
        self._keep()
        self.season()
        self.fill()
        while self.meta["round"] < options.rounds:
            begun = time.monotonic()
            if begun - self.started + 1.2 * longest > options.limit_s:
                break
            line = self.round()
            if options.gate_every and self.meta["round"] % options.gate_every == 0:
                line |= self.gate()
                self.save()
            self.log(line)
            # The first round compiles and says nothing about the next.
            if begun - self.started > 60 or longest:
                longest = max(longest * 0.9, time.monotonic() - begun)
        self.save()
        self.save_bridge()


def main(arguments: list[str] | None = None) -> None:
    Run(parse(arguments)).go()


if __name__ == "__main__":
    main()
