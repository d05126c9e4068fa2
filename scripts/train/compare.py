"""Compares the output of scripts/nets-torch.sh: files and evaluations, bit by bit."""

import pathlib
import sys

from formats import Net, Positions, checkpoint_weights, read_net

MIN_POSITIONS = 1000


def check(good, what):
    if not good:
        sys.exit(f"error: {what}")
    print(f"    {what}")


def main():
    folder = pathlib.Path(sys.argv[1])
    positions = Positions.read(folder / "positions")
    header = positions.header
    _, *weights = checkpoint_weights(folder / "checkpoint")
    exported = Net.from_weights(header, *weights).to_bytes()
    check(exported == (folder / "rust.nnue").read_bytes(), "the same weights, exported here and by komadai-lab train, are the same file")
    part = positions.held_out
    check(len(part) >= MIN_POSITIONS, f"{len(part)} positions to compare")
    for name in ("rust", "torch"):
        net = read_net((folder / f"{name}.nnue").read_bytes(), header)
        ours = net.evaluate(part).tolist()
        theirs = [int(line) for line in (folder / f"{name}.txt").read_text().split()]
        check(ours == theirs, f"{name}.nnue: {len(ours)} evaluations are the same here and in the engine")
        check(len(set(ours)) > MIN_POSITIONS // 10, f"{name}.nnue: they differ from position to position")
    lines = (folder / "torch.log").read_text().splitlines()
    losses = {line.split()[0]: float(line.split()[-1]) for line in lines if line.startswith(("constant", "best"))}
    check(losses["best"] < 0.8 * losses["constant"], f"the script learns: loss {losses['best']}, of a constant {losses['constant']}")


if __name__ == "__main__":
    main()
