"""Draws the training curve of a log as an SVG.

    python -m gotrain.curve state/log.jsonl curve.svg

The rating is the sum of the gate matches: each compares a network with the last good one before it, so it
shows progress within the run and is no rating against other programs (chains of matches flatter).
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, GAP = 760, 150, 60, 40

Line = dict[str, Any]
Points = list[tuple[float, float]]


def ratings(lines: list[Line]) -> Points:
    """Minutes and summed rating; a gate won by all is counted as won by all but half a game in 512."""
    total, points = 0.0, [(0.0, 0.0)]
    for line in lines:
        if "gate" in line:
            share = min(max(line["gate"], 1 / 1024), 1 - 1 / 1024)
            gain = 400 * math.log10(share / (1 - share))
            points.append((line["total_s"] / 60, total + gain))
            # A network that lost stays out: the next one meets the same opponent.
            total += gain if line["gate"] >= 0.5 else 0.0
    return points


def series(lines: list[Line], name: str) -> Points:
    return [(line["total_s"] / 60, line[name]) for line in lines if name in line]


def panel(title: str, top: float, span: float, curves: dict[str, Points]) -> list[str]:
    """One chart: title, axis labels, and a line for each curve."""
    colours = ["#1b6ca8", "#c0572b", "#3f7d3a"]
    values = [y for points in curves.values() for _, y in points]
    low, high = min(0.0, min(values)), max(values) * 1.05 or 1.0
    bottom = top + HEIGHT

    def place(x: float, y: float) -> str:
        across = LEFT + x / span * (WIDTH - LEFT - 20)
        return f"{across:.1f},{bottom - (y - low) / (high - low) * HEIGHT:.1f}"

    out = [f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{title}</text>']
    for share in (0, 0.5, 1):
        y, value = bottom - share * HEIGHT, low + share * (high - low)
        label = f"{value:.0f}" if high >= 10 else f"{value:.2f}"
        out.append(f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - 20}" y2="{y}" stroke="#ccc"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{label}</text>')
    for (name, points), colour in zip(curves.items(), colours):
        path = " ".join(place(x, y) for x, y in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    shift = LEFT + 330
    for (name, _), colour in zip(curves.items(), colours):
        out.append(f'<text x="{shift}" y="{top - 8}" fill="{colour}">{name}</text>')
        shift += 9 * len(name) + 20
    return out


def svg(lines: list[Line]) -> str:
    span = max(line["total_s"] for line in lines) / 60
    charts = [
        ("rating, sum of gate matches", {"rating": ratings(lines)}),
        ("policy", {"loss": series(lines, "policy"), "target entropy": series(lines, "entropy")}),
        ("value and owners", {"value loss": series(lines, "value"), "owner error": series(lines, "owner")}),
        ("moves a game", {"moves": series(lines, "moves_per_game")}),
    ]
    if not any("gate" in line for line in lines):
        charts = charts[1:]
    body, top = [], 30.0
    for title, curves in charts:
        body += panel(title, top, span, curves)
        top += HEIGHT + GAP
    body.append(f'<text x="{WIDTH / 2}" y="{top - 12}" text-anchor="middle">minutes of training (0 to {span:.1f})</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top:.0f}" font-family="sans-serif" font-size="12">'
    return "\n".join([head, f'<rect width="{WIDTH}" height="{top:.0f}" fill="white"/>', *body, "</svg>"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", type=Path)
    parser.add_argument("target", type=Path)
    options = parser.parse_args()
    lines = [json.loads(text) for text in options.log.read_text().splitlines()]
    options.target.write_text(svg(lines))


if __name__ == "__main__":
    main()
