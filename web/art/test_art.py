"""Checks of the committed pictures. Standard library only: python3 -m unittest -v test_art"""

import json
import re
import struct
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import generate
import rasterize
from komadai_art import birds, output
from komadai_art.birds.limbs import Canvas
from komadai_art.games import KINDS, MOVES, SIDES, SLIDE, Step
from komadai_art.kanji import FACES, GLYPHS, NAMES, face_text, size_of
from komadai_art.marks import marks

PUBLIC = Path(__file__).resolve().parent.parent / "public"
SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {
    "svg", "defs", "g", "path", "use", "circle", "ellipse", "rect", "stop",
    "linearGradient", "radialGradient", "clipPath",
}
KILOBYTE = 1000


def pictures():
    return sorted(path for folder in ("pieces", "boards", "icons") for path in (PUBLIC / folder).rglob("*.svg"))


class Outputs(unittest.TestCase):
    def test_nothing_is_stale(self):
        self.assertEqual(generate.stale(output.everything()), [], "run web/art/generate.py")

    def test_png_icons_belong_to_their_svg(self):
        self.assertEqual(rasterize.stale(), [], "run web/art/rasterize.py")

    def test_png_icons_have_the_size_their_name_says(self):
        for name, (_, size) in rasterize.PNGS.items():
            data = (rasterize.ICONS / name).read_bytes()
            self.assertEqual(struct.unpack(">II", data[16:24]), (size, size), name)

    def test_generation_is_deterministic(self):
        self.assertEqual(output.everything(), output.everything())

    def test_a_set_is_small(self):
        for name, size in output.sizes(output.everything()).items():
            self.assertLess(size, 150 * KILOBYTE, name)


class Sets(unittest.TestCase):
    def test_every_piece_of_every_game_has_both_sides_in_every_set(self):
        manifest = json.loads((PUBLIC / "pieces/manifest.json").read_text(encoding="utf-8"))
        self.assertEqual(list(manifest["games"]), list(KINDS))
        for game, sets in manifest["games"].items():
            names = [entry["id"] for entry in sets]
            self.assertEqual(len(names), len(set(names)))
            self.assertLessEqual({"kanji", "guide", "plain"}, set(names), game)
            for entry in sets:
                folder = PUBLIC / "pieces" / entry["id"] / game
                for kind in KINDS[game]:
                    for side in SIDES:
                        self.assertTrue((folder / f"{side}-{kind}.svg").is_file(), (folder, side, kind))
                        flipped = folder / "flipped" / f"{side}-{kind}.svg"
                        self.assertEqual(flipped.is_file(), entry["turned"], flipped)

    def test_the_sides_differ_in_every_set(self):
        for path in (PUBLIC / "pieces").rglob("first-*.svg"):
            other = path.with_name(path.name.replace("first", "second"))
            self.assertNotEqual(path.read_text(), other.read_text(), path)

    def test_promoted_pieces_differ_by_more_than_colour(self):
        def shape(path):
            return re.sub(r"#[0-9a-f]{3,6}", "", path.read_text())

        for path in (PUBLIC / "pieces").rglob("*-p?.svg"):
            base = path.with_name(path.name.replace("-p", "-"))
            self.assertNotEqual(shape(path), shape(base), path)

    def test_each_promoted_kind_has_its_base(self):
        for game, kinds in KINDS.items():
            for kind in kinds:
                self.assertIn(kind.removeprefix("p"), kinds, (game, kind))

    def test_pieces_of_a_set_all_look_different(self):
        for path, entry in ((p, p.read_text()) for p in (PUBLIC / "pieces").rglob("first-*.svg")):
            twins = [q.name for q in path.parent.glob("first-*.svg") if q != path and q.read_text() == entry]
            self.assertEqual(twins, [], path)

    def test_kings_are_jewel_below_and_king_above(self):
        for game in ("shogi", "minishogi"):
            self.assertEqual([face_text(game, side, "K") for side in SIDES], ["玉", "王"])

    def test_every_character_has_an_outline(self):
        for faces in [*FACES.values(), *NAMES.values()]:
            for character in "".join(faces.values()) + "王":
                self.assertIn(character, GLYPHS)

    def test_sizes_fall_from_king_to_pawn(self):
        heights = [size_of("shogi", kind)[0] for kind in "KRBGSNLP"]
        self.assertEqual(heights, sorted(heights, reverse=True))
        self.assertEqual(len(set(heights)), len(heights))


class Files(unittest.TestCase):
    def test_every_picture_parses_and_is_self_contained(self):
        self.assertGreater(len(pictures()), 700)
        for path in pictures():
            text = path.read_text(encoding="utf-8")
            root = ElementTree.fromstring(text)
            self.assertEqual(root.tag, SVG + "svg", path)
            self.assertIn("viewBox", root.attrib, path)
            ids = {node.get("id") for node in root.iter()} - {None}
            for node in root.iter():
                self.assertIn(node.tag.removeprefix(SVG), ALLOWED, path)
                for name, value in node.attrib.items():
                    self.assertFalse(name.lower().startswith("on"), (path, name))
                    for reference in re.findall(r"url\((.*?)\)", value) + ([value] if name.endswith("href") else []):
                        self.assertTrue(reference.startswith("#") and reference[1:] in ids, (path, reference))
            self.assertNotIn("http", text.replace('xmlns="http://www.w3.org/2000/svg"', ""), path)
            self.assertNotIn("nan", re.sub(r"[a-z]+=", "", text).lower().split('"'), path)


class Marks(unittest.TestCase):
    SQUARE = [(-50, -50), (50, -50), (50, 50), (-50, 50)]

    def drawn(self, *steps):
        return marks(steps, self.SQUARE, "#fff")

    def test_every_way_to_move_has_its_own_mark(self):
        ways = [Step(0, 1), Step(0, 1, 2), Step(0, 1, SLIDE), Step(0, 2), Step(0, 1, 1, "quiet"), Step(0, 1, 1, "capture")]
        shapes = {re.sub(r"#[0-9a-f]{3,6}", "", self.drawn(step)) for step in ways}
        self.assertEqual(len(shapes), len(ways))

    def test_a_piece_has_a_mark_for_each_of_its_moves(self):
        for game, kinds in MOVES.items():
            for kind, steps in kinds.items():
                alone = [self.drawn(step) for step in steps]
                self.assertEqual(len(set(alone)), len(steps), (game, kind))
                together = self.drawn(*steps)
                for mark in alone:
                    for data in re.findall(r' d="([^"]*)"', mark):
                        self.assertIn(data, together, (game, kind))

    def test_marks_of_a_piece_that_moves_down_point_down(self):
        up = marks([Step(0, 1, SLIDE)], self.SQUARE, "#fff")
        down = marks([Step(0, -1, SLIDE)], self.SQUARE, "#fff", down=True)
        self.assertEqual(up, down)

    def test_marks_stay_on_the_picture(self):
        for path in (PUBLIC / "pieces/guide").rglob("*.svg"):
            for x, y in re.findall(r"M(-?[\d.]+)[ ]?(-?[\d.]+)", "".join(re.findall(r'stroke-width="1.6" stroke-linejoin="round">(.*?)</g>', path.read_text()))):
                self.assertLess(max(abs(float(x)), abs(float(y))), 60, path)


class Birds(unittest.TestCase):
    def test_a_direction_without_a_limb_is_refused(self):
        canvas = Canvas([Step(0, 1), Step(1, -1)], [(-9, -9), (9, -9), (9, 9), (-9, 9)], (0, 0))
        canvas.tip(0, 1)
        with self.assertRaises(ValueError):
            canvas.finish()

    def test_a_limb_without_a_move_is_refused(self):
        canvas = Canvas([Step(0, 1)], [(-9, -9), (9, -9), (9, 9), (-9, 9)], (0, 0))
        with self.assertRaises(KeyError):
            canvas.tip(1, 0)

    def test_every_bird_shows_all_its_directions(self):
        for kind in MOVES["torishogi"]:
            birds.drawing(kind)

    def test_limbs_reach_further_for_slides_than_for_steps(self):
        square = [(-60, -60), (60, -60), (60, 60), (-60, 60)]
        far = Canvas([Step(0, 1, 255)], square, (0, 0)).tip(0, 1)
        near = Canvas([Step(0, 1)], square, (0, 0)).tip(0, 1)
        self.assertLess(far[1], near[1])
        self.assertAlmostEqual(far[1], -60)

    def test_the_quails_mirror_each_other(self):
        left = {(s.dx, s.dy, s.reach) for s in MOVES["torishogi"]["L"]}
        right = {(-s.dx, s.dy, s.reach) for s in MOVES["torishogi"]["R"]}
        self.assertEqual(left, right)
        # the claws of the left quail point to its right rear
        self.assertIn((1, -1, 255), left)

    def test_leaps_are_dotted(self):
        for kind, steps in MOVES["torishogi"].items():
            leaps = sum(step.leap for step in steps)
            self.assertEqual(birds.drawing(kind).count('fill="#c3161f"'), leaps, kind)


if __name__ == "__main__":
    unittest.main()
