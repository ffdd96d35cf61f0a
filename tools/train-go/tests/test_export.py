import struct
import zlib
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gotrain import export, net, netfile

SHAPE = net.Shape(blocks=2, channels=16, head=8, hidden=16)
FOLDER = Path(__file__).parents[3] / "crates" / "engine-go" / "nets"


def folded() -> net.Params:
    params = net.init(jax.random.key(1), SHAPE)
    rng = np.random.default_rng(2)
    planes = jnp.asarray(rng.random((8, 49, 12)) < 0.3)
    group = net.Group(planes, jnp.asarray(rng.normal(size=(8, 4)), jnp.float32))
    return jax.jit(lambda p: net.fold(p, net.measure_moments(p, [group], jnp.float32)))(params)


def test_numpy_network_agrees_with_jax(tmp_path: Path) -> None:
    params = folded()
    netfile.write(tmp_path / "n.net", export.tensors_of(params))
    header, tensors = netfile.read(tmp_path / "n.net")
    assert (header.blocks, header.channels, header.head, header.hidden) == tuple(SHAPE)
    rounded = jax.tree.map(lambda leaf: leaf.astype(jnp.float16).astype(jnp.float32), params)
    infer = jax.jit(net.infer, static_argnums=2)
    for size, komi, text in export.GOLDEN_POSITIONS[:6]:
        planes, globals_ = export.position(size, komi, text.split())
        group = net.Group(jnp.asarray(planes).reshape(1, size * size, -1), jnp.asarray(globals_)[None])
        ours = infer(rounded, group, jnp.float32)
        theirs = netfile.answer(tensors, planes, globals_)
        np.testing.assert_allclose(ours.policy[0], theirs.policy, atol=1e-3)
        np.testing.assert_allclose(ours.owner[0], theirs.owner, atol=1e-3)
        assert abs(float(ours.value[0]) - theirs.value) < 1e-3
        assert abs(float(ours.score[0]) - theirs.score) < 1e-2


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "n.net"
    netfile.write(path, export.tensors_of(folded()))
    body = path.read_bytes()
    wrong_version = body[:8] + struct.pack("<I", 9) + body[12:-4]
    cases = {
        "magic": b"X" + body[1:],
        "flipped bit": body[:100] + bytes([body[100] ^ 1]) + body[101:],
        "cut": body[:-10],
        "version": wrong_version + struct.pack("<I", zlib.crc32(wrong_version)),
    }
    for name, bad in cases.items():
        path.write_bytes(bad)
        with pytest.raises(ValueError):
            netfile.read(path)
            pytest.fail(name)


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.net")))
def test_shipped_golden_files_fit_their_networks(name: str) -> None:
    _, tensors = netfile.read(FOLDER / f"{name}.net")
    made = export.golden_text(tensors).splitlines()
    kept = (FOLDER / f"{name}.golden").read_text().splitlines()
    assert len(made) == len(kept)
    for new, old in zip(made, kept):
        key, *values = new.split() or [""]
        if key in ("policy", "owner", "value", "score", "globals"):
            np.testing.assert_allclose(np.array(values, float), np.array(old.split()[1:], float), atol=1e-4)
        else:
            assert new == old
