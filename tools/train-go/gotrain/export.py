"""Writes the network file for the engine from a checkpoint, and the golden file that ties both together.

    python -m gotrain.export state/go-b6c96.npz ../../crates/engine-go/nets/large-boards.net
"""

from __future__ import annotations

import argparse
import zlib
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from . import checkpoint, env, features, net, netfile

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

# Size, komi, moves: an empty board, a ko just taken, passes, captures, and boards of other sizes.
GOLDEN_POSITIONS = [
    (9, 7.5, ""),
    (9, 7.5, "D5 F6 E6 F4 E4 G5 J9 E5 F5"),
    (9, 6.5, "E5 pass"),
    (9, 0.5, "C3 G7 G3 C7 E5 E3 F2 D3 D2 C2 E2 B3 C4 B4 C5 B2 pass H3 pass"),
    (5, 24.0, "C3 B3 B4 C2 D2 B2 A3 D3 C4"),
    (7, 9.0, "D4 C3 E3 E5 D5 C5 C4 B4 D6 F4 F3 G3 G4 F5"),
    (13, 7.5, "K10 D4 D10 K4 G3 F3 G4 K7 C6 F11 E11 F10 D8 G12"),
    (19, 7.5, "Q16 D4 D16 Q4 O3 R6 C6 F4 C9 R14 O17 S17"),
]


def tensors_of(folded: net.Params) -> netfile.Tensors:
    """Folded parameters under the names of the file, rounded to half precision."""
    flat = {f"{layer}.{name}": value for layer, arrays in folded.items() for name, value in arrays.items()}
    return {name: np.asarray(value, np.float32).astype(np.float16) for name, value in flat.items()}


def point_of(text: str, size: int) -> int:
    if text == "pass":
        return size * size
    return (size - int(text[1:])) * size + COLUMNS.index(text[0])


@jax.jit
def _allowed(state: env.State, history: env.History) -> jax.Array:
    return env.with_pass(state, env.legal_points(state) & ~env.repeats(state, history))


@jax.jit
def _play(state: env.State, history: env.History, move: jax.Array) -> tuple[env.State, env.History]:
    state = env.step(state, move)
    return state, env.remember(history, state)


@jax.jit
def _inputs(state: env.State, history: env.History) -> tuple[jax.Array, jax.Array]:
    banned = features.simple_ko(state) | (env.legal_points(state) & env.repeats(state, history))
    return features.planes(state, banned), features.globals_(state)


def position(size: int, komi: float, moves: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Planes (N, N, 12) and globals (4,) after legal moves from the empty board."""
    state, history = env.start(size, jnp.array([komi])), env.start_history(size, 1)
    for move in moves:
        point = point_of(move, size)
        if not bool(_allowed(state, history)[0, point]):
            raise ValueError(f"illegal move {move} in {moves}")
        state, history = _play(state, history, jnp.array([point]))
    planes, globals_ = _inputs(state, history)
    return np.asarray(planes)[0].reshape(size, size, -1), np.asarray(globals_, np.float32)[0]


def golden_text(tensors: netfile.Tensors) -> str:
    """One paragraph a position; see docs/training-go.md."""
    lines = ["# golden inputs and outputs, feature set 1, network file 1"]
    for size, komi, text in GOLDEN_POSITIONS:
        moves = text.split()
        planes, globals_ = position(size, komi, moves)
        answer = netfile.answer(tensors, planes, globals_.astype(np.float64))
        by_plane = planes.transpose(2, 0, 1).astype(np.uint8)

        def numbers(values: np.ndarray | list[float]) -> str:
            return " ".join(f"{value:.6f}" for value in values)

        lines += [
            "",
            f"size {size}",
            f"komi {komi}",
            " ".join(["moves", *moves]),
            f"planes_crc32 {zlib.crc32(by_plane.tobytes()):08x}",
            "plane_sums " + " ".join(str(int(plane.sum())) for plane in by_plane),
            f"globals {numbers(globals_)}",
            f"policy {numbers(answer.policy)}",
            f"value {answer.value:.6f}",
            f"score {answer.score:.6f}",
            f"owner {numbers(answer.owner)}",
        ]
    return "\n".join(lines) + "\n"


def export(source: Path, target: Path) -> None:
    learner, moments, meta = checkpoint.load(source)
    tensors = tensors_of(net.fold(learner.average, moments))
    size = netfile.write(target, tensors)
    golden = target.with_suffix(".golden")
    golden.write_text(golden_text(tensors))
    print(f"{target}: {size} bytes, round {meta['round']}; {golden}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("target", type=Path)
    options = parser.parse_args()
    export(options.checkpoint, options.target)


if __name__ == "__main__":
    main()
