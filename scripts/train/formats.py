"""Files of training: positions, checkpoints and nets (docs/nets.md)."""

import json
import math

import numpy

# Quantisation: 1.0 of an activation, 1.0 of an output weight, centipawns of an output of 1.0.
QA, QB, SCALE = 255, 64, 400
OUTPUT_BUCKETS = 8
# Weight limit before rounding.
MAX_WEIGHT = 127 / 64
# Beyond any evaluation, in centipawns.
EVAL_LIMIT = 25_000
# Columns per block of a checkpoint.
WIDTH = 32


def fnv1a(data):
    """FNV-1a, 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def split_header(data, key):
    """JSON header line of a file, and the data after it."""
    line, _, rest = data.partition(b"\n")
    try:
        header = json.loads(line)
    except ValueError:
        raise ValueError("its first line is no JSON") from None
    if not isinstance(header, dict) or header.get(key) != 1:
        raise ValueError(f'its first line has no "{key}": 1')
    return header, rest


class Part:
    """Positions as arrays: feature rows padded with the number of rows, scores, results 0 to 2, layers."""

    def __init__(self, words, header):
        active, rows = header["active"], header["features"] * header["buckets"]
        self.score = words[:, 0].view(numpy.int16).copy()
        self.result = (words[:, 1] & 0xFF).astype(numpy.uint8)
        self.layer = (words[:, 1] >> 8).astype(numpy.int64)
        us, them = words[:, 2] & 0xFF, words[:, 2] >> 8
        lists = words[:, 3:].astype(numpy.int32)
        columns = numpy.arange(active)
        fill = lambda found, counts: numpy.where(columns < counts[:, None], found, rows).astype(numpy.int32)
        # The second list starts at the end of the first.
        at = numpy.minimum(columns + us[:, None], 2 * active - 1).astype(numpy.int64)
        self.us = fill(lists[:, :active], us)
        self.them = fill(numpy.take_along_axis(lists, at, 1), them)

    def __len__(self):
        return len(self.score)


class Positions:
    """Output of `komadai-lab data --dump`."""

    def __init__(self, header, training, held_out):
        self.header, self.training, self.held_out = header, training, held_out

    @classmethod
    def read(cls, path):
        with open(path, "rb") as file:
            header, rest = split_header(file.read(), "komadai_positions")
        stride = 3 + 2 * header["active"]
        counts = [header["training"], header["held_out"]]
        if len(rest) != 2 * stride * sum(counts):
            raise ValueError("its length is not what its header says")
        words = numpy.frombuffer(rest, dtype="<u2").reshape(-1, stride)
        return cls(header, Part(words[: counts[0]], header), Part(words[counts[0] :], header))


def checkpoint_weights(path):
    """Header and weights of a checkpoint of `komadai-lab train`: king buckets, shared, bias, output, bias."""
    with open(path, "rb") as file:
        header, rest = split_header(file.read(), "komadai_checkpoint")
    numbers = numpy.frombuffer(rest[: len(rest) // 4 * 4], dtype="<f4")
    at = 0

    def table(rows):
        nonlocal at
        weights = numbers[at : at + rows * WIDTH].reshape(rows, WIDTH)
        # Two optimiser moments per weight follow.
        at += 3 * rows * WIDTH
        return weights

    features, buckets, l1 = header["features"], header["buckets"], header["plan"]["l1"]
    blocks = [[table(features * buckets), table(features), table(1)] for _ in range(l1 // WIDTH)]
    bucketed, shared, bias = (numpy.concatenate(parts, 1) for parts in zip(*blocks))
    output = table(OUTPUT_BUCKETS * 2 * l1 // WIDTH).reshape(OUTPUT_BUCKETS, 2 * l1)
    output_bias = table(1)[0, :OUTPUT_BUCKETS]
    return header, bucketed.reshape(buckets, features, l1), shared, bias[0], output, output_bias


def in_integers(weights, unit, limit=math.inf):
    """Rounds to multiples of 1/unit, in 32-bit arithmetic like the Rust trainer."""
    clipped = numpy.clip(weights.astype(numpy.float32), numpy.float32(-limit), numpy.float32(limit))
    return numpy.rint(clipped * numpy.float32(unit)).astype(numpy.int64)


def leb128(numbers):
    """Signed LEB128 of 16-bit numbers."""
    data = bytearray()
    for number in numbers:
        while not -64 <= number < 64:
            data.append(number & 0x7F | 0x80)
            number >>= 7
        data.append(number & 0x7F)
    return bytes(data)


class Net:
    """Quantised net."""

    def __init__(self, header, first, bias, output, output_bias):
        self.header = header
        self.first, self.bias, self.output, self.output_bias = first, bias, output, output_bias

    @classmethod
    def from_weights(cls, header, bucketed, shared, bias, output, output_bias):
        """Adds the shared rows to those of each king bucket, then rounds."""
        table = (bucketed + shared).reshape(-1, shared.shape[1])
        return cls(
            header,
            in_integers(table, QA, MAX_WEIGHT),
            in_integers(bias, QA, MAX_WEIGHT),
            in_integers(output, QB, MAX_WEIGHT),
            in_integers(output_bias, QA * QB),
        )

    def to_bytes(self):
        """File contents by crates/engine/src/nnue/format.rs."""
        header = self.header
        short = lambda *numbers: b"".join(int(number).to_bytes(2, "little") for number in numbers)
        data = b"KNUE" + short(1) + header["game"].encode().ljust(16, b"\0")
        data += short(len(self.bias), header["buckets"], header["features"])
        data += bytes([OUTPUT_BUCKETS, 1]) + short(QA, QB, SCALE)
        data += int(header["layout"], 16).to_bytes(8, "little")
        data += leb128(self.first.ravel().tolist())
        data += self.bias.astype("<i2").tobytes() + self.output.astype("<i2").tobytes()
        data += self.output_bias.astype("<i4").tobytes()
        return data + fnv1a(data).to_bytes(8, "little")

    def evaluate(self, part, step=512):
        """Evaluations in centipawns for the side to move, in integer arithmetic."""
        table = numpy.concatenate([self.first, numpy.zeros((1, self.first.shape[1]), numpy.int64)])
        found = [numpy.zeros(0, numpy.int64)]
        for at in range(0, len(part), step):
            lists = (part.us[at : at + step], part.them[at : at + step])
            layer = part.layer[at : at + step]
            sums = numpy.concatenate([table[rows].sum(1) + self.bias for rows in lists], 1)
            active = numpy.clip(sums, 0, QA) ** 2
            total = (active * self.output[layer]).sum(1)
            output = (truncated(total, QA) + self.output_bias[layer]) * SCALE
            found.append(numpy.clip(truncated(output, QA * QB), -EVAL_LIMIT, EVAL_LIMIT))
        return numpy.concatenate(found)


def truncated(numbers, by):
    """Division rounded towards zero."""
    return numpy.sign(numbers) * (numpy.abs(numbers) // by)


def read_net(data, header):
    """Reads a net whose features match a header."""
    if data[:4] != b"KNUE" or fnv1a(data[:-8]).to_bytes(8, "little") != data[-8:]:
        raise ValueError("no net, or a damaged one")
    l1, buckets, features = (int.from_bytes(data[at : at + 2], "little") for at in (22, 24, 26))
    if (buckets, features) != (header["buckets"], header["features"]) or data[29] != 1:
        raise ValueError("a net of another game or in another encoding")
    at, first = 44, []
    while len(first) < buckets * features * l1:
        value, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        first.append(value - (1 << shift) if byte & 0x40 else value)

    def array(count, kind, size):
        nonlocal at
        found = numpy.frombuffer(data, dtype=kind, count=count, offset=at).astype(numpy.int64)
        at += count * size
        return found

    bias = array(l1, "<i2", 2)
    output = array(OUTPUT_BUCKETS * 2 * l1, "<i2", 2).reshape(OUTPUT_BUCKETS, 2 * l1)
    table = numpy.array(first, dtype=numpy.int64).reshape(buckets * features, l1)
    return Net(header, table, bias, output, array(OUTPUT_BUCKETS, "<i4", 4))
