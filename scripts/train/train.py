#!/usr/bin/env python3
"""Trains a net with PyTorch, on a GPU if available, as `komadai-lab train` does on the CPU.

    komadai-lab data tori.kmds --dump tori.positions
    scripts/train/train.py tori.positions --output tori.nnue

Positions, loss, factorised rows, rounding and the file are those of `komadai-lab train` (docs/nets.md); the order of the
positions and the first weights are others. Needs PyTorch 1.13 or newer and NumPy.
"""

import argparse
import math
import sys
import time

import torch
from torch.nn import functional

from formats import MAX_WEIGHT, OUTPUT_BUCKETS, QA, QB, SCALE, Net, Positions


def rounded(weights, unit):
    """Weights rounded to multiples of 1/unit, with a straight-through gradient."""
    return weights + ((weights * unit).round() / unit - weights).detach()


class Model(torch.nn.Module):
    """Net with unrounded weights."""

    def __init__(self, header, l1):
        super().__init__()
        self.header = header
        features, buckets = header["features"], header["buckets"]
        first = 1 / math.sqrt(header["active"])
        last = 1 / math.sqrt(2 * l1)
        uniform = lambda limit, *shape: torch.nn.Parameter((2 * torch.rand(*shape) - 1) * limit)
        self.bucketed = torch.nn.Parameter(torch.zeros(buckets, features, l1))
        self.shared = uniform(first, features, l1)
        self.bias = torch.nn.Parameter(torch.zeros(l1))
        # All output buckets start equal.
        row = uniform(last, 2 * l1).detach()
        self.output = torch.nn.Parameter(row.repeat(OUTPUT_BUCKETS, 1))
        self.output_bias = torch.nn.Parameter(torch.zeros(OUTPUT_BUCKETS))

    def forward(self, us, them, layer):
        """Outputs of a batch of padded feature rows and output buckets."""
        table = (self.bucketed + self.shared).flatten(0, 1)
        # Padding adds nothing.
        table = torch.cat([rounded(table, QA), table.new_zeros(1, table.shape[1])])
        padding = table.shape[0] - 1
        bias = rounded(self.bias, QA)
        sides = [
            functional.embedding_bag(rows, table, mode="sum", padding_idx=padding) + bias for rows in (us, them)
        ]
        active = torch.cat(sides, 1).clamp(0, 1).square()
        weights = rounded(self.output, QB)[layer]
        return (active * weights).sum(1) + rounded(self.output_bias, QA * QB)[layer]

    @torch.no_grad()
    def clip(self):
        """Clips weights to the range of the net."""
        total = self.bucketed + self.shared
        self.bucketed += total.clamp(-MAX_WEIGHT, MAX_WEIGHT) - total
        for weights in (self.bias, self.output):
            weights.clamp_(-MAX_WEIGHT, MAX_WEIGHT)

    def net(self):
        """Quantised net of the weights."""
        numbers = [weights.detach().cpu().numpy() for weights in self.parameters()]
        return Net.from_weights(self.header, *numbers)


def learning_rate(step, steps, greatest):
    """Learning rate: warm-up for 1 % of the steps, then cosine decay to 1 %."""
    warm = min(1.0, (step + 1) / steps * 100)
    wave = 0.5 * (1 + math.cos(math.pi * min(1.0, step / steps)))
    return greatest * warm * (0.01 + 0.99 * wave)


class Data:
    """Positions and targets on the device."""

    def __init__(self, part, lam, scale, device):
        to = lambda array, kind: torch.as_tensor(array).to(device=device, dtype=kind)
        # 32 bits, so that the lists of an epoch fit on the device.
        self.us, self.them = to(part.us, torch.int32), to(part.them, torch.int32)
        self.layer = to(part.layer, torch.long)
        score = torch.sigmoid(to(part.score, torch.float32) / scale)
        self.target = lam * to(part.result, torch.float32) / 2 + (1 - lam) * score

    def __len__(self):
        return len(self.target)

    def batch(self, index):
        return self.us[index], self.them[index], self.layer[index], self.target[index]


@torch.no_grad()
def held_out_loss(outputs, data, scale):
    """Mean squared error of outputs in centipawns."""
    return (torch.sigmoid(outputs / scale) - data.target).square().mean().item()


def train(positions, args):
    device = torch.device(args.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    torch.manual_seed(args.seed)
    scale = args.scale or positions.header["scale"]
    training = Data(positions.training, args.lam, scale, device)
    held_out = Data(positions.held_out, args.lam, scale, device)
    model = Model(positions.header, args.l1).to(device)
    bucket_decay = args.decay if args.bucket_decay is None else args.bucket_decay
    others = [weights for weights in model.parameters() if weights is not model.bucketed]
    groups = [{"params": others}, {"params": [model.bucketed], "weight_decay": bucket_decay}]
    optimiser = torch.optim.AdamW(groups, lr=args.learning_rate, weight_decay=args.decay)
    batches = math.ceil(len(training) / args.batch)
    steps, step = batches * args.epochs, 0
    best, since = None, 0
    constant = (held_out.target - held_out.target.mean()).square().mean().item()
    print(f"positions {len(training)} held-out {len(held_out)} scale {scale:g} device {device}")
    print(f"constant held-out {constant:.6f}", flush=True)
    for epoch in range(1, args.epochs + 1):
        begun, total = time.monotonic(), 0.0
        order = torch.randperm(len(training), device=device)
        for first in range(0, len(training), args.batch):
            us, them, layer, target = training.batch(order[first : first + args.batch])
            for group in optimiser.param_groups:
                group["lr"] = learning_rate(step, steps, args.learning_rate)
            expected = torch.sigmoid(model(us, them, layer) * (SCALE / scale))
            loss = (expected - target).square().mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            model.clip()
            total += loss.detach() * len(target)
            step += 1
        net = model.net()
        evaluations = torch.as_tensor(net.evaluate(positions.held_out)).to(device)
        quantised = held_out_loss(evaluations.float(), held_out, scale)
        pace = len(training) / (time.monotonic() - begun)
        print(
            f"epoch {epoch:3} training {float(total) / len(training):.6f} quantised {quantised:.6f}"
            f" {pace:.0f} positions a second",
            flush=True,
        )
        if best is None or quantised < best:
            best, since = quantised, 0
            with open(args.output, "wb") as file:
                file.write(net.to_bytes())
        else:
            since += 1
            if since >= args.patience:
                break
    print(f"best quantised {best:.6f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", help="file that `komadai-lab data --dump` wrote")
    parser.add_argument("--output", required=True, help="output file for the net with the lowest held-out loss")
    parser.add_argument("--l1", type=int, default=256, help="columns of the first layer, a multiple of 32")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--learning-rate", type=float, default=0.001, help="greatest learning rate")
    parser.add_argument("--decay", type=float, default=0.01, help="weight decay of AdamW")
    parser.add_argument("--bucket-decay", type=float, help="that of the rows of single king buckets")
    parser.add_argument("--lambda", dest="lam", type=float, default=0.3, help="share of the results in the target")
    parser.add_argument("--scale", type=float, help="centipawns per unit of the logistic function")
    parser.add_argument("--patience", type=int, default=5, help="epochs without a lower held-out loss")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", help="cpu or cuda [default: cuda where it is]")
    args = parser.parse_args()
    if args.l1 < 32 or args.l1 % 32 or not 0 <= args.lam <= 1 or args.batch < 1 or args.epochs < 1:
        parser.error("--l1 is a multiple of 32, --lambda between 0 and 1, --batch and --epochs at least 1")
    try:
        positions = Positions.read(args.positions)
    except (OSError, ValueError) as error:
        sys.exit(f"{args.positions}: {error}")
    train(positions, args)


if __name__ == "__main__":
    main()
