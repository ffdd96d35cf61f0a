"""Fits the network of the Othello evaluation to positions of its own games, on a GPU.

    learn-othello games --out DIR ...
    learn-othello layout DIR/layout.bin
    python3 train.py --data DIR --layout DIR/layout.bin --out net.bin --seconds 300

The network is that of `crates/engine-othello/src/network.rs`: vectors of fillings, added up, then layers of their own for every
number of empty squares. `docs/training-othello.md` says how it was used.
"""

import argparse
import glob
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

FIRST, SECOND, STAGES, MOBILITIES = 16, 32, 61, 64
ONE, WEIGHT_ONE, DISCS = 256, 512, 32.0
SAMPLE = np.dtype(
    [("own", "<u8"), ("opponent", "<u8"), ("searched", "i1"), ("result", "i1"), ("flags", "u1"), ("round", "u1")]
)
# Positions of one number of empty squares in a batch.
PER_STAGE = 512
# Rare fillings must not leap: an ordinary step of Adam would move them as far as frequent ones.
VECTOR_EPS = 4e-6


def shifted(x, by):
    """Bits moved by so many places; to the right zeros follow."""
    return x << by if by > 0 else (x >> -by) & ((1 << (64 + by)) - 1)


def mobility(own, opponent):
    """How many moves the first player has."""
    inner = opponent & 0x7E7E7E7E7E7E7E7E
    moves = torch.zeros_like(own)
    for by in (1, -1, 7, -7, 9, -9, 8, -8):
        through = opponent if abs(by) == 8 else inner
        run = through & shifted(own, by)
        for _ in range(5):
            run |= through & shifted(run, by)
        moves |= shifted(run, by)
    moves &= ~(own | opponent)
    return bits(moves).sum(1)


def bits(x):
    return (x[:, None] >> torch.arange(64, device=x.device)) & 1


class Layout:
    """Where the fillings of the patterns are, as `learn-othello layout` writes it."""

    def __init__(self, path, device):
        table = np.fromfile(path, "<i4")
        patterns = int(table[0])
        rows = table[1 : 1 + 65 * patterns].reshape(patterns, 65)
        # In 64 bits: shorter products of matrices are rounded on GPUs, and a wrong place would be learned without complaint.
        self.adds = torch.tensor(rows[:, :64].T.copy(), dtype=torch.float64, device=device)
        self.middles = torch.tensor(rows[:, 64].copy(), dtype=torch.float64, device=device)
        count = int(table[1 + 65 * patterns])
        self.places = torch.tensor(table[2 + 65 * patterns :], dtype=torch.int64, device=device)
        assert len(self.places) == count
        self.weights = int(self.places.max()) + 1
        # The squares of each shape, and where its fillings begin.
        self.shapes = []
        for row in rows:
            length = int((row[:64] > 0).sum())
            start = int(row[64]) - 3**length // 2
            if (start, length) not in self.shapes:
                self.shapes.append((start, length))

    def of(self, own, opponent):
        board = (bits(own) - bits(opponent)).double()
        numbers = (board @ self.adds + self.middles).round().long()
        return self.places[numbers].int()

    def parts(self):
        """For each shape its first place and, for each of its places, the squares and pairs of squares of its fillings."""
        for start, length in self.shapes:
            filling = torch.arange(3**length, device=self.places.device)
            digits = torch.stack([filling // 3**i % 3 for i in range(length)], 1)
            columns = [F.one_hot(digits[:, i], 3) for i in range(length)]
            for i in range(length):
                for j in range(i):
                    columns.append(F.one_hot(digits[:, i] * 3 + digits[:, j], 9))
            columns = torch.cat(columns, 1).float()
            places = self.places[start : start + 3**length]
            first, last = int(places.min()), int(places.max())
            shared = torch.zeros(last - first + 1, columns.shape[1], device=places.device)
            shared.index_add_(0, places - first, columns)
            yield shared / shared[:, :3].sum(1, keepdim=True)


class Net(torch.nn.Module):
    def __init__(self, layout, units, device):
        super().__init__()
        self.units = units
        self.parts = list(layout.parts())

        def normal(*shape, scale):
            return torch.nn.Parameter(torch.randn(*shape, device=device) * scale)

        # The vector of a filling is its own and what its squares and pairs of squares have in all fillings: so fillings that were
        # hardly ever seen are known by what they are made of.
        self.own = normal(layout.weights, units, scale=0.0)
        self.made_of = torch.nn.ParameterList([normal(part.shape[1], units, scale=0.004) for part in self.parts])
        # What a network before this one knew; what is learned is added to it.
        self.register_buffer("base", torch.zeros(layout.weights, units, device=device))
        self.mobility = normal(2, MOBILITIES, units, scale=0.02)
        # Layers are a common part, one for each parity, and one for each number of empty squares.
        shapes = dict(
            start=((units,), 0.05),
            first=((FIRST, 2 * units), 0.12),
            first_bias=((FIRST,), 0.1),
            second=((SECOND, FIRST), 0.25),
            second_bias=((SECOND,), 0.1),
            last=((SECOND,), 0.1),
            last_bias=((), 0.0),
        )
        self.layers = torch.nn.ParameterDict()
        for name, (shape, scale) in shapes.items():
            self.layers[name + "_all"] = normal(1, *shape, scale=scale)
            self.layers[name + "_parity"] = normal(2, *shape, scale=0.0)
            self.layers[name + "_stage"] = normal(STAGES, *shape, scale=0.0)
        self.names = list(shapes)
        self.parity = torch.arange(STAGES, device=device) % 2

    def layer(self, name):
        parts = self.layers
        return parts[name + "_all"] + parts[name + "_parity"][self.parity] + parts[name + "_stage"]

    def vectors(self, rounded):
        made_of = torch.cat([part @ weights for part, weights in zip(self.parts, self.made_of)])
        vectors = (self.base + self.own + made_of).clamp(-127 / ONE, 127 / ONE)
        return through_rounding(vectors) if rounded else vectors

    def forward(self, places, moves, stages, rounded):
        """Boards come in rows of one number of empty squares each: stages × boards."""
        vectors = self.vectors(rounded)
        s, n = moves.shape[:2]
        total = F.embedding_bag(places.reshape(s * n, -1), vectors, mode="sum").reshape(s, n, -1)
        total = total + self.mobility[0][moves[:, :, 0]] + self.mobility[1][moves[:, :, 1]]
        layers = {name: self.layer(name)[stages] for name in self.names}
        total = total + layers["start"][:, None]
        x = torch.cat([total.clamp(0, 1), (-total).clamp(0, 1)], 2)
        first = torch.baddbmm(layers["first_bias"][:, None], x, layers["first"].transpose(1, 2))
        second = torch.baddbmm(layers["second_bias"][:, None], first.clamp(0, 1), layers["second"].transpose(1, 2))
        worth = torch.einsum("sni,si->sn", second.clamp(0, 1), layers["last"])
        return (worth + first[:, :, 0] + layers["last_bias"][:, None]) * DISCS

    @torch.no_grad()
    def read(self, path):
        """Begins where a written network ended: fillings that are not seen anew stay as they are."""
        with open(path, "rb") as file:

            def numbers(like, one, kind):
                raw = np.fromfile(file, kind, like.numel()).astype(np.float32) / one
                return torch.tensor(raw, device=like.device).reshape(like.shape)

            self.base.copy_(numbers(self.base, ONE, np.int8))
            self.mobility.copy_(numbers(self.mobility, ONE, np.int16))
            for weights in self.made_of:
                weights.zero_()
            for name in self.names:
                self.layers[name + "_all"].zero_()
            for stage in range(STAGES):
                for name in self.names:
                    one, kind = form(name)
                    own = self.layers[name + "_stage"][stage]
                    own.copy_(numbers(own, one, kind))

    @torch.no_grad()
    def write(self, path):
        def ints(x, one, kind):
            info = np.iinfo(kind)
            return (x.float() * one).round().clamp(info.min, info.max).cpu().numpy().astype(kind)

        with open(path + ".new", "wb") as file:
            file.write(ints(self.vectors(False), ONE, np.int8).tobytes())
            file.write(ints(self.mobility, ONE, np.int16).tobytes())
            layers = {name: self.layer(name) for name in self.names}
            for stage in range(STAGES):
                # The ends of the game have no positions to learn from: what is next to them must do.
                stage = min(max(stage, 4), 55)
                for name in self.names:
                    one, kind = form(name)
                    file.write(ints(layers[name][stage], one, kind).tobytes())
        os.replace(path + ".new", path)


def form(name):
    """How the numbers of a layer are written: what 1 is, and in which kind of integers."""
    if name.endswith("_bias"):
        return ONE * WEIGHT_ONE, np.int32
    return ONE if name == "start" else WEIGHT_ONE, np.int16


def through_rounding(x):
    return x + ((x * ONE).round() / ONE - x).detach()


class Data:
    def __init__(self, paths, layout, device, limit):
        raw = np.concatenate([np.fromfile(path, SAMPLE) for path in paths])
        if limit and len(raw) > limit:
            raw = raw[np.random.default_rng(1).permutation(len(raw))[:limit]]
        own = torch.tensor(raw["own"].astype(np.int64), device=device)
        opponent = torch.tensor(raw["opponent"].astype(np.int64), device=device)
        searched, result, flags, rounds = (
            torch.tensor(raw[name].astype(np.int64), device=device) for name in ("searched", "result", "flags", "round")
        )
        places, moves, empties = [], [], []
        for start in range(0, len(raw), 1 << 18):
            a, b = own[start : start + (1 << 18)], opponent[start : start + (1 << 18)]
            places.append(layout.of(a, b))
            moves.append(torch.stack([mobility(a, b), mobility(b, a)], 1).to(torch.uint8))
            empties.append(64 - bits(a | b).sum(1))
        empties = torch.cat(empties)
        exact = flags & 1 == 1
        label = labels(empties, searched.float(), result.float(), exact, rounds)
        order = torch.argsort(empties * 2 + (flags >> 1 & 1), stable=True)
        self.places = torch.cat(places)[order]
        del places
        self.moves = torch.cat(moves)[order]
        self.label, self.exact = label[order], exact[order]
        count = torch.bincount(empties * 2 + (flags >> 1 & 1), minlength=2 * STAGES).reshape(STAGES, 2)
        start = (count.flatten().cumsum(0) - count.flatten()).reshape(STAGES, 2)
        self.start, self.count = start, count
        self.stages = torch.nonzero(count[:, 0] >= 200)[:, 0]

    def batch(self, per_stage):
        count = self.count[self.stages, 0]
        index = (torch.rand(len(self.stages), per_stage, device=count.device) * count[:, None]).long()
        index = torch.minimum(index, count[:, None] - 1) + self.start[self.stages, 0][:, None]
        return self.places[index], self.moves[index].long(), self.label[index]


def labels(empties, searched, result, exact, rounds):
    """What the network should say. A search is biased as the evaluation behind it was; what the games say about that is put
    right first. The nearer the exact part of the game, the better its result is known."""
    label = torch.where(exact, result, searched)
    for round in rounds.unique().tolist():
        for e in range(STAGES):
            chosen = (empties == e) & ~exact & (rounds == round)
            if int(chosen.sum()) < 1000:
                continue
            x, y = searched[chosen], result[chosen]
            slope = ((x - x.mean()) * (y - y.mean())).mean() / x.var().clamp(min=1.0)
            right = slope * (x - x.mean()) + y.mean()
            share = min(max(0.9 - 0.05 * (e - 16), 0.3), 0.9)
            label[chosen] = share * y + (1 - share) * right
            if e % 8 < 2:
                print(f"round {round}, {e} empty: slope {slope:.3f}, searches too high by {(x - y).mean():+.2f}", flush=True)
    return label


@torch.no_grad()
def errors(net, data):
    """The error on held-out positions by empty squares: mean absolute, mean, how many, mean square."""
    rows = []
    for stage in data.stages.tolist():
        start, count = int(data.start[stage, 1]), min(int(data.count[stage, 1]), 20000)
        if count == 0:
            continue
        part = slice(start, start + count)
        worth = net(data.places[part][None], data.moves[part].long()[None], torch.tensor([stage], device=data.label.device), True)
        error = worth[0] - data.label[part]
        rows.append((stage, error.abs().mean().item(), error.mean().item(), count, error.square().mean().item()))
    return rows


def middle_error(rows):
    """The mean over 12 to 44 empty squares."""
    return np.mean([row[1] for row in rows if 12 <= row[0] <= 44])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", nargs="+", required=True)
    parser.add_argument("--layout", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--units", type=int, default=32)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=1e-2)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--start", help="a state to go on from")
    parser.add_argument("--base", help="a written network to go on from")
    args = parser.parse_args()
    begin = time.time()
    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    layout = Layout(args.layout, device)
    paths = sorted(path for folder in args.data for path in glob.glob(folder + "/positions-*.bin"))
    data = Data(paths, layout, device, args.limit)
    held = int(data.count[:, 1].sum())
    print(f"{len(data.label)} positions, {held} held out, {time.time() - begin:.0f} s to read", flush=True)
    net = Net(layout, args.units, device)
    if args.start:
        net.load_state_dict(torch.load(args.start))
    elif args.base:
        net.read(args.base)
    print(f"error before {middle_error(errors(net, data)):.4f}", flush=True)
    others = [net.mobility, *net.layers.values()]
    groups = [
        dict(params=[net.own], eps=VECTOR_EPS, weight_decay=args.decay),
        dict(params=list(net.made_of), eps=VECTOR_EPS, weight_decay=0.0),
        dict(params=others, weight_decay=0.0),
    ]
    fused = dict(fused=True) if device == "cuda" else {}
    optimizer = torch.optim.AdamW(groups, lr=args.rate, betas=(0.9, 0.99), eps=1e-8, **fused)
    step, shown, train_begin = 0, time.time(), time.time()
    # The squared error of each number of empty squares lately: what is hard to foresee counts less.
    usual = torch.full((len(data.stages),), 100.0, device=device)
    time_left = args.seconds - (time.time() - begin)
    while True:
        done = (time.time() - train_begin) / time_left
        if done >= 1:
            break
        warm = min(1.0, (step + 1) / 500)
        for group in optimizer.param_groups:
            group["lr"] = args.rate * warm * max(1e-3, 1 - done) ** 1.5
        places, moves, label = data.batch(PER_STAGE)
        worth = net(places, moves, data.stages, done > 0.6)
        squares = (worth - label).square().mean(1)
        usual.lerp_(squares.detach(), 0.01)
        loss = (squares / (usual + 4.0)).mean() * 0.02
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        step += 1
        if time.time() - shown > max(args.seconds / 12, 5):
            shown = time.time()
            rows = errors(net, data)
            print(
                f"{step} steps, {time.time() - begin:.0f} s: squared error {usual.mean().item():.2f}, held out "
                f"{np.mean([row[4] for row in rows]):.2f}, error held out "
                f"{np.mean([row[1] for row in rows]):.3f} (12 to 44 empty: {middle_error(rows):.3f})",
                flush=True,
            )
            net.write(args.out)
    net.write(args.out)
    torch.save(net.state_dict(), args.out + ".state")
    with open(args.out + ".csv", "w") as file:
        file.write("empties,error,bias,positions,squared\n")
        for row in errors(net, data):
            file.write("{},{:.4f},{:+.4f},{},{:.4f}\n".format(*row))
    print(f"final {middle_error(errors(net, data)):.4f}")
    print(f"{step} steps in {time.time() - begin:.0f} s, written to {args.out}", flush=True)


main()
