"""A whole run in miniature: play, learn, gate, save, resume."""

import json
from pathlib import Path

from gotrain import checkpoint, gate, train

# The season and the gate search with eight simulations: so do the moves and the match here, as each number is compiled
# anew.  The limit is far off: a machine that is busy with other things may take ten minutes.
TINY = (
    "--sizes 5 --games 16 --batch 32 --length 8 --window 8 --simulations 8 --stages 0 "
    "--blocks 1 --channels 8 --reuse 1 --warm-up 4 --gate-every 2 --gate-games 8 --limit-s 6000"
).split()


def test_a_run_logs_saves_and_resumes(tmp_path: Path) -> None:
    out, local = str(tmp_path / "out"), str(tmp_path / "local")
    train.main([*TINY, "--out", out, "--local", local, "--rounds", "2"])
    saved = Path(out) / "checkpoint.npz"
    assert checkpoint.load(saved)[2]["round"] == 2
    train.main([*TINY, "--out", out, "--local", local, "--rounds", "3", "--resume", str(saved)])
    lines = [json.loads(line) for line in (Path(out) / "log.jsonl").read_text().splitlines()]
    assert [line["round"] for line in lines] == [1, 2, 3]
    assert "gate" in lines[1] and all(line["gradient_norm"] > 0 for line in lines)
    _, _, meta = checkpoint.load(saved)
    assert meta["round"] == 3 and meta["positions"] == 3 * 16 * 8


def test_a_run_with_fast_moves_seasons_its_games_and_plays_a_match(tmp_path: Path, capsys) -> None:
    out = tmp_path / "out"
    fast = "--fast-simulations 2 --full-share 0.5 --season 2".split()
    train.main([*TINY, *fast, "--out", str(out), "--rounds", "2"])
    lines = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    assert 0 < lines[-1]["taught"] < 1
    # The rounds of the season brought games to their end and are not among those that count.
    assert lines[0]["positions"] == 16 * 8
    gate.main([str(out / "checkpoint.npz")] * 2 + ["--size", "5", "--games", "8", "--simulations", "8"])
    assert "5x5, 8 simulations: " in capsys.readouterr().out


def test_schedules() -> None:
    options = train.parse(["--out", "x", "--rounds", "100", "--simulations", "16", "32", "--stages", "0", "0.5"])
    assert [train.simulations_at(options, done) for done in (0, 49, 50, 99)] == [16, 16, 32, 32]
    assert train.rate_at(options, 0, 0) < 1e-5
    assert train.rate_at(options, 10, 9999) == options.rate
    assert abs(train.rate_at(options, 100, 9999) - options.final_rate) < 1e-9
    assert train.window_at(0) == train.FILL_ROUNDS and train.window_at(60) == 30
    assert train.pass_share_at(0) == 0.7 and abs(train.pass_share_at(1) - 0.3) < 1e-9
