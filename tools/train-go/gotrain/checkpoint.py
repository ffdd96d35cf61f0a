"""Saving and resuming a run.

One `.npz` file: every array under a path-like name, and a JSON text `meta`.  Parameters keep 32 bits; the
averaged weights are stored in half precision (as they are exported) and the optimizer's moments in
bfloat16, which keeps their range: a network of 6 blocks of 96 channels takes about 10 MB.
The replay window is not part of it; it is saved apart, on a local disk, only to bridge two commands.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

from . import net
from .learn import Learner

VERSION = 1


def _flatten(prefix: str, params: net.Params, dtype: Any) -> dict[str, np.ndarray]:
    flat = {}
    for layer, arrays in params.items():
        for name, array in arrays.items():
            value = np.asarray(array).astype(dtype)
            flat[f"{prefix}/{layer}/{name}"] = value.view(np.uint16) if dtype == ml_dtypes.bfloat16 else value
    return flat


def _gather(prefix: str, stored: dict[str, np.ndarray]) -> net.Params:
    params: net.Params = {}
    for path, value in stored.items():
        kind, *rest = path.split("/")
        if kind == prefix:
            if value.dtype == np.uint16:
                value = value.view(ml_dtypes.bfloat16)
            params.setdefault(rest[0], {})[rest[1]] = jnp.asarray(value.astype(np.float32))
    return params


def save(path: Path, learner: Learner, moments: net.Moments, meta: dict[str, Any]) -> None:
    """Writes beside the target and renames, so that a killed run leaves the previous file whole."""
    arrays = _flatten("params", learner.params, np.float32)
    arrays |= _flatten("average", learner.average, np.float16)
    arrays |= _flatten("first", learner.first, ml_dtypes.bfloat16)
    arrays |= _flatten("second", learner.second, ml_dtypes.bfloat16)
    arrays |= {f"moments/{i}/{j}": np.asarray(m) for i, pair in enumerate(moments) for j, m in enumerate(pair)}
    meta = meta | {"version": VERSION, "steps": int(learner.steps)}
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".part")
    with open(draft, "wb") as file:
        np.savez_compressed(file, meta=np.array(json.dumps(meta)), **arrays)
    os.replace(draft, path)


def load(path: Path) -> tuple[Learner, net.Moments, dict[str, Any]]:
    with np.load(path) as file:
        stored = {name: file[name] for name in file.files}
    meta = json.loads(str(stored.pop("meta")))
    if meta["version"] != VERSION:
        raise ValueError(f"checkpoint version {meta['version']}, expected {VERSION}")
    layers = sum(name.startswith("moments/") for name in stored) // 2
    moments = [tuple(jnp.asarray(stored[f"moments/{i}/{j}"]) for j in (0, 1)) for i in range(layers)]
    parts = [_gather(kind, stored) for kind in ("params", "first", "second", "average")]
    return Learner(*parts, jnp.array(meta["steps"])), moments, meta


def save_tree(folder: Path, tree: Any) -> None:
    """Any tree of arrays as one raw file a leaf: fast, for a local disk."""
    folder.mkdir(parents=True, exist_ok=True)
    for index, leaf in enumerate(jax.tree.leaves(tree)):
        np.save(folder / f"{index}.npy", np.asarray(leaf))


def load_tree(folder: Path, like: Any) -> Any:
    """The tree saved in `folder`, or None when it is missing or of another shape."""
    leaves, shape = jax.tree.flatten(like)
    paths = [folder / f"{index}.npy" for index in range(len(leaves))]
    if not all(path.exists() for path in paths):
        return None
    loaded = [np.load(path) for path in paths]
    if any(a.shape != b.shape or a.dtype != b.dtype for a, b in zip(loaded, leaves)):
        return None
    return jax.tree.unflatten(shape, [jnp.asarray(a) for a in loaded])
