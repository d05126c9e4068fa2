"""Games of all four variants over UCI; pyffish checks moves and positions."""

import subprocess
import sys

import pyffish

PLIES = 50
NODES = 300
# pyffish's names of the variants; Shogun Chess is defined by the oracle.
GAMES = {"shogi": "shogi", "minishogi": "minishogi", "torishogi": "torishogi", "shogun": "komadaishogun"}


class Client:
    """A GUI connected to the engine by pipes."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, begin):
        """Reads all lines up to the first with this beginning."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if lines[-1].startswith(begin):
                return lines
        sys.exit(f"uci: the engine ended before {begin}")

    def quit(self):
        self.send("quit")
        self.process.wait(10)


def parts(fen):
    """Board, hands in any order, side to move."""
    board, side = fen.split()[:2]
    board, _, hands = board.rstrip("]").partition("[")
    return board, "".join(sorted(hands.strip("-"))), side


def play(client, game, variant):
    client.send(f"setoption name UCI_Variant value {game}")
    described = client.until("info string variant")[-1]
    start = described.split(" startpos ")[1]
    assert parts(start) == parts(pyffish.start_fen(variant)), described
    client.send("ucinewgame")
    moves = []
    for ply in range(PLIES):
        legal = pyffish.legal_moves(variant, start, moves)
        if not legal:
            break
        client.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        client.send("d")
        client.send("isready")
        shown = {key: rest for key, _, rest in (line.partition(" ") for line in client.until("readyok"))}
        ours, theirs = shown.get("fen", shown["position"]), pyffish.get_fen(variant, start, moves)
        assert parts(ours) == parts(theirs), f"{game} {moves}: {ours} is {theirs}"
        client.send(f"go nodes {NODES}" if ply % 10 else "go wtime 1000 btime 1000 winc 20 binc 20")
        lines = client.until("bestmove")
        best = lines[-1].split()[1]
        assert best in legal, f"{game}: {best} after {moves}"
        for line in lines[:-1]:
            if " pv " in line:
                pv = line.split(" pv ")[1].split()
                for i, move in enumerate(pv):
                    at = pyffish.legal_moves(variant, start, moves + pv[:i])
                    assert move in at, f"{game}: {move} in {pv} after {moves}"
        moves.append(best)
    assert len(moves) > 15, f"{game}: a game of {len(moves)} moves"
    return len(moves)


def main():
    program, variants = sys.argv[1:]
    with open(variants, encoding="utf-8") as file:
        pyffish.load_variant_config(file.read())
    # pyffish ends the process without a message at an unknown name.
    assert set(GAMES.values()) <= set(pyffish.variants()), pyffish.variants()
    client = Client(program)
    client.send("uci")
    listed = client.until("uciok")
    assert any(line.startswith("option name UCI_Variant type combo") for line in listed), listed
    played = [f"{game} {play(client, game, theirs)}" for game, theirs in GAMES.items()]
    client.quit()
    print(f"UCI: games of so many moves with pyffish {'.'.join(map(str, pyffish.version()))}: {', '.join(played)}")


main()
