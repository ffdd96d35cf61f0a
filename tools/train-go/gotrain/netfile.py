"""The network file that the engine reads, version 1, and a plain numpy network to check it with.

Nothing here needs JAX: this is the description of the format in code.  docs/training-go.md has it in words.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

MAGIC = b"PLATEAUG"
VERSION = 1
FEATURE_VERSION = 1
SCORE_SCALE = 10.0

Tensors = dict[str, np.ndarray]


class Header(NamedTuple):
    """Written as little-endian 32-bit numbers in this order, after the magic."""

    version: int
    feature_version: int
    blocks: int
    channels: int
    head: int
    hidden: int
    planes: int
    globals_: int
    tensors: int


class Answer(NamedTuple):
    policy: np.ndarray  # logits (P + 1,), the pass last
    value: float  # logit of the mover's win
    score: float  # points, for the mover, komi counted
    owner: np.ndarray  # (P,), -1 to 1, for the mover


def tensor_order(blocks: int) -> list[str]:
    """Names of all tensors in file order."""
    names = ["stem.w", "stem.side", "stem.b"]
    for block in range(blocks):
        names += [f"block{block}a.w", f"block{block}a.b", f"block{block}b.w"]
        names += [f"block{block}b.side"] if block % 2 == 1 else []
        names += [f"block{block}b.b"]
    names += ["head_pool.w", "head_pool.b", "head_policy.w", "head_policy.side", "head_policy.b"]
    names += ["head_value.w", "head_value.b"]
    for dense in ("policy", "pass_hidden", "pass", "value_hidden", "value", "owner"):
        names += [f"{dense}.w", f"{dense}.b"]
    return names


def write(path: Path, tensors: Tensors) -> int:
    """Writes half-precision tensors and returns the size in bytes."""
    blocks = sum(name.startswith("block") and name.endswith("a.w") for name in tensors)
    planes, channels = tensors["stem.w"].shape[2:]
    order = tensor_order(blocks)
    if set(order) != set(tensors):
        raise ValueError(f"tensors do not fit the format: {sorted(set(order) ^ set(tensors))}")
    header = Header(
        VERSION, FEATURE_VERSION, blocks, channels, tensors["head_pool.w"].shape[3],
        tensors["value_hidden.b"].shape[0], planes, tensors["stem.side"].shape[0], len(order),
    )  # fmt: skip
    parts = [MAGIC, struct.pack("<9I", *header)]
    for name in order:
        data = np.ascontiguousarray(tensors[name], "<f2")
        if not np.isfinite(data).all():
            raise ValueError(f"{name} does not fit half precision")
        text = name.encode()
        parts.append(struct.pack("<B", len(text)) + text + struct.pack("<B", data.ndim))
        parts.append(struct.pack(f"<{data.ndim}I", *data.shape) + data.tobytes())
    body = b"".join(parts)
    body += struct.pack("<I", zlib.crc32(body))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    return len(body)


def read(path: Path) -> tuple[Header, Tensors]:
    """Reads a file back, weights widened to 32 bits; refuses anything that is not exactly the format."""
    body = path.read_bytes()
    if body[:8] != MAGIC:
        raise ValueError("not a network file")
    if struct.unpack("<I", body[-4:])[0] != zlib.crc32(body[:-4]):
        raise ValueError("the checksum does not fit")
    header = Header(*struct.unpack_from("<9I", body, 8))
    if (header.version, header.feature_version) != (VERSION, FEATURE_VERSION):
        raise ValueError("unknown version")
    place, tensors = 8 + 36, {}
    for _ in range(header.tensors):
        length = body[place]
        name = body[place + 1 : place + 1 + length].decode()
        place += 1 + length
        shape = struct.unpack_from(f"<{body[place]}I", body, place + 1)
        place += 1 + 4 * len(shape)
        count = int(np.prod(shape))
        tensors[name] = np.frombuffer(body, "<f2", count, place).reshape(shape).astype(np.float32)
        place += 2 * count
    if place != len(body) - 4 or list(tensors) != tensor_order(header.blocks):
        raise ValueError("tensors do not fit the header")
    return header, tensors


def _conv(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    """(N, N, in) with zeros around it, kernel (k, k, in, out) -> (N, N, out)."""
    size, border = x.shape[0], w.shape[0] // 2
    padded = np.pad(x, ((border, border), (border, border), (0, 0)))
    out = np.zeros((size, size, w.shape[3]), x.dtype)
    for row in range(w.shape[0]):
        for column in range(w.shape[1]):
            out += padded[row : row + size, column : column + size] @ w[row, column]
    return out


def _pool(x: np.ndarray) -> np.ndarray:
    mean = x.mean((0, 1))
    return np.concatenate([mean, mean * (x.shape[0] - 14) / 10, x.max((0, 1))])


def answer(tensors: Tensors, planes: np.ndarray, globals_: np.ndarray) -> Answer:
    """The network on one position, in 64 bits.  `planes`: (N, N, 12); `globals_`: (4,)."""
    t = {name: value.astype(np.float64) for name, value in tensors.items()}
    relu = lambda x: np.maximum(x, 0)  # noqa: E731
    dense = lambda name, x: x @ t[f"{name}.w"] + t[f"{name}.b"]  # noqa: E731
    x = relu(_conv(planes.astype(np.float64), t["stem.w"]) + globals_ @ t["stem.side"] + t["stem.b"])
    block = 0
    while f"block{block}a.w" in t:
        middle = relu(_conv(x, t[f"block{block}a.w"]) + t[f"block{block}a.b"])
        branch = _conv(middle, t[f"block{block}b.w"]) + t[f"block{block}b.b"]
        if f"block{block}b.side" in t:
            branch = branch + _pool(middle) @ t[f"block{block}b.side"]
        x = relu(x + branch)
        block += 1
    pooled = _pool(relu(_conv(x, t["head_pool.w"]) + t["head_pool.b"]))
    p = relu(_conv(x, t["head_policy.w"]) + pooled @ t["head_policy.side"] + t["head_policy.b"])
    v = relu(_conv(x, t["head_value.w"]) + t["head_value.b"])
    pass_ = dense("pass", relu(dense("pass_hidden", pooled)))
    value, score = dense("value", relu(dense("value_hidden", np.concatenate([_pool(v), globals_]))))
    policy = np.concatenate([dense("policy", p).reshape(-1), pass_])
    return Answer(policy, float(value), float(score * SCORE_SCALE), np.tanh(dense("owner", v).reshape(-1)))
