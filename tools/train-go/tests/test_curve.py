from xml.etree import ElementTree

from gotrain import curve


def test_a_lost_gate_does_not_raise_the_base() -> None:
    lines = [{"total_s": 60 * i, "gate": share} for i, share in enumerate((0.75, 0.25, 0.75), 1)]
    points = curve.ratings(lines)
    gain = points[1][1]
    assert round(gain) == 191
    assert abs(points[2][1]) < 1e-6 and abs(points[3][1] - 2 * gain) < 1e-6


def test_the_drawing_is_well_formed() -> None:
    names = ("policy", "entropy", "value", "owner", "moves_per_game")
    lines = [{"total_s": 10.0 * i, "gate": 0.6} | {name: 1.0 / i for name in names} for i in (1, 2, 3)]
    assert ElementTree.fromstring(curve.svg(lines)).tag.endswith("svg")
