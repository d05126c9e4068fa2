//! Rendering of a position: board, pieces, stands.

use komadai_rules::{Piece, PieceKind, Setup, Side, Square, VariantId};
use resvg::tiny_skia::{
    Color, FillRule, Paint, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke, Transform,
};

use super::art;

/// Size of Open Graph images, pixels.
pub(crate) const WIDTH: u32 = 1200;
pub(crate) const HEIGHT: u32 = 630;

const PAPER: u32 = 0xf6_ee_e1;
const EDGE: u32 = 0xb9_8a_45;
const BASE: u32 = 0xe9_c7_85;
const LINE: u32 = 0x4a_35_17;
const LIGHT: u32 = 0xef_dc_b9;
const DARK: u32 = 0xb9_8d_5c;

const FRAME: f32 = 14.0;
const MARGIN: f32 = 30.0;
const STACK: f32 = 12.0;

#[derive(Clone, Copy)]
struct Area {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
}

fn colour(rgb: u32) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color::from_rgba8(r, g, b, 255)
}

fn paint(rgb: u32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour(rgb));
    paint.anti_alias = true;
    paint
}

fn fill(pixmap: &mut Pixmap, area: Area, rgb: u32) {
    if let Some(rect) = Rect::from_xywh(area.x, area.y, area.width, area.height) {
        pixmap.fill_rect(rect, &paint(rgb), Transform::identity(), None);
    }
}

fn line(pixmap: &mut Pixmap, from: (f32, f32), to: (f32, f32)) {
    let mut path = PathBuilder::new();
    path.move_to(from.0, from.1);
    path.line_to(to.0, to.1);
    if let Some(path) = path.finish() {
        let stroke = Stroke {
            width: 1.4,
            ..Stroke::default()
        };
        pixmap.stroke_path(&path, &paint(LINE), &stroke, Transform::identity(), None);
    }
}

fn dot(pixmap: &mut Pixmap, x: f32, y: f32, radius: f32) {
    if let Some(path) = PathBuilder::from_circle(x, y, radius) {
        pixmap.fill_path(
            &path,
            &paint(LINE),
            FillRule::Winding,
            Transform::identity(),
            None,
        );
    }
}

/// Draws a piece at whole pixels, so that each size is rendered once.
fn image(pixmap: &mut Pixmap, game: VariantId, piece: Piece, area: Area) {
    let (x, y, width, height) = (
        area.x.round() as i32,
        area.y.round() as i32,
        area.width.round() as u32,
        area.height.round() as u32,
    );
    if let Some(drawn) = art::piece(game, piece, width, height) {
        let paint = PixmapPaint::default();
        let drawn = drawn.as_ref().as_ref();
        pixmap.draw_pixmap(x, y, drawn, &paint, Transform::identity(), None);
    }
}

fn square(game: VariantId, area: Area) -> (f32, f32) {
    let spec = game.spec();
    let tall = if chess(game) { 1.0 } else { 12.0 / 11.0 };
    let width = ((area.width - 2.0 * FRAME) / f32::from(spec.files))
        .min((area.height - 2.0 * FRAME) / f32::from(spec.ranks) / tall);
    (width, width * tall)
}

/// Returns `true` if the board is chequered.
fn chess(game: VariantId) -> bool {
    game.spec().castling.is_some()
}

/// Draws the empty board. Returns its area without the frame.
fn board(pixmap: &mut Pixmap, game: VariantId, area: Area) -> Area {
    let spec = game.spec();
    let (width, height) = square(game, area);
    let inner = Area {
        width: width * f32::from(spec.files),
        height: height * f32::from(spec.ranks),
        x: area.x + (area.width - width * f32::from(spec.files)) / 2.0,
        y: area.y + (area.height - height * f32::from(spec.ranks)) / 2.0,
    };
    let outer = Area {
        x: inner.x - FRAME,
        y: inner.y - FRAME,
        width: inner.width + 2.0 * FRAME,
        height: inner.height + 2.0 * FRAME,
    };
    fill(pixmap, outer, EDGE);
    fill(pixmap, inner, if chess(game) { LIGHT } else { BASE });
    let (files, ranks) = (spec.files, spec.ranks);
    let x = |file: u8| inner.x + width * f32::from(file);
    let y = |rank: u8| inner.y + height * f32::from(rank);
    if chess(game) {
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        for (file, rank) in all.filter(|(file, rank)| (file + rank) % 2 == 1) {
            let (x, y) = (x(file), y(rank));
            fill(
                pixmap,
                Area {
                    x,
                    y,
                    width,
                    height,
                },
                DARK,
            );
        }
    } else {
        let (right, bottom) = (x(files), y(ranks));
        (0..=files).for_each(|file| line(pixmap, (x(file), inner.y), (x(file), bottom)));
        (0..=ranks).for_each(|rank| line(pixmap, (inner.x, y(rank)), (right, y(rank))));
        // Star points: inner corners of the promotion zones.
        let from = spec.zone_ranks;
        for file in [from, files - from] {
            for rank in [from, ranks - from] {
                dot(pixmap, x(file), y(rank), width * 0.06);
            }
        }
    }
    inner
}

/// Draws a hand on a stand as wide as the area, at the bottom for the bottom player, at the top for the other.
fn stand(
    pixmap: &mut Pixmap,
    setup: &Setup,
    side: Side,
    bottom: Side,
    size: (f32, f32),
    area: Area,
) {
    let game = setup.variant;
    let held: Vec<(PieceKind, u8)> = game
        .spec()
        .hand_order
        .iter()
        .map(|&kind| (kind, setup.hands[side.index()][kind.index()]))
        .filter(|&(_, count)| count > 0)
        .collect();
    if held.is_empty() {
        return;
    }
    let (width, height) = size;
    let rows = held.len().div_ceil(2);
    let tall = height * f32::from(u8::try_from(rows).unwrap_or(u8::MAX)) + 2.0 * FRAME;
    let plate = Area {
        y: if side != bottom {
            area.y
        } else {
            area.y + area.height - tall
        },
        height: tall,
        ..area
    };
    fill(pixmap, plate, EDGE);
    let slot = (plate.width - 2.0 * FRAME) / 2.0;
    for (index, (kind, count)) in held.into_iter().enumerate() {
        let at = |n: usize| f32::from(u8::try_from(n).unwrap_or(u8::MAX));
        let apart = STACK.min((slot - width).max(0.0) / f32::from(count.max(2) - 1));
        for n in 0..count {
            let place = Area {
                x: plate.x + FRAME + slot * at(index % 2) + apart * f32::from(n),
                y: plate.y + FRAME + height * at(index / 2),
                width,
                height,
            };
            image(
                pixmap,
                game,
                seen_from(bottom, game, Piece { side, kind }),
                place,
            );
        }
    }
}

fn pieces(pixmap: &mut Pixmap, setup: &Setup, bottom: Side, area: Area) -> Area {
    let game = setup.variant;
    let inner = board(pixmap, game, area);
    let (width, height) = square(game, area);
    for index in 0..game.squares() {
        let square = Square::new(u8::try_from(index).unwrap_or(u8::MAX));
        let Some(piece) = setup.piece_at(square) else {
            continue;
        };
        let square = match bottom {
            Side::First => square,
            Side::Second => square.rotate_180(game),
        };
        let place = Area {
            x: inner.x + width * f32::from(square.file(game)),
            y: inner.y + height * f32::from(game.spec().ranks - 1 - square.rank(game)),
            width,
            height,
        };
        image(pixmap, game, seen_from(bottom, game, piece), place);
    }
    inner
}

/// The piece to draw: Shogi pieces point away from their owner, chess pieces have colours.
fn seen_from(bottom: Side, game: VariantId, piece: Piece) -> Piece {
    if bottom == Side::First || chess(game) {
        return piece;
    }
    Piece {
        side: !piece.side,
        ..piece
    }
}

fn paper() -> Option<Pixmap> {
    let mut pixmap = Pixmap::new(WIDTH, HEIGHT)?;
    pixmap.fill(colour(PAPER));
    Some(pixmap)
}

pub(super) fn position(setup: &Setup, bottom: Side) -> Option<Vec<u8>> {
    let mut pixmap = paper()?;
    let (width, height) = (WIDTH as f32, HEIGHT as f32);
    let area = Area {
        x: MARGIN,
        y: MARGIN,
        width: width - 2.0 * MARGIN,
        height: height - 2.0 * MARGIN,
    };
    let inner = pieces(&mut pixmap, setup, bottom, area);
    // Each player's stand is on that player's right.
    let size = square(setup.variant, area);
    let room = inner.x - FRAME - 2.0 * MARGIN;
    let left = Area {
        width: room,
        ..area
    };
    let right = Area {
        x: width - MARGIN - room,
        ..left
    };
    let size = if size.0 * 2.0 + 2.0 * FRAME > room {
        ((room - 2.0 * FRAME) / 2.0, (room - 2.0 * FRAME) / 2.0)
    } else {
        size
    };
    stand(&mut pixmap, setup, !bottom, bottom, size, left);
    stand(&mut pixmap, setup, bottom, bottom, size, right);
    pixmap.encode_png().ok()
}

pub(super) fn home() -> Option<Vec<u8>> {
    let mut pixmap = paper()?;
    let games = [
        (VariantId::Shogi, 30.0, 30.0, 560.0, 570.0),
        (VariantId::Torishogi, 610.0, 30.0, 270.0, 300.0),
        (VariantId::Minishogi, 900.0, 30.0, 270.0, 300.0),
        (VariantId::Shogun, 610.0, 340.0, 560.0, 260.0),
    ];
    for (game, x, y, width, height) in games {
        let area = Area {
            x,
            y,
            width,
            height,
        };
        pieces(&mut pixmap, &Setup::start(game), Side::First, area);
    }
    pixmap.encode_png().ok()
}
