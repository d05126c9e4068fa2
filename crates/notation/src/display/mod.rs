//! Moves for people. Their text depends on the position before the move: captures, other pieces
//! that can reach the same square, declined promotion, check and mate.

mod japanese;
mod san;
mod western;

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, Piece, Square, TextStyle, VariantId};

pub(crate) use japanese::Approach;
use japanese::Spelling;
pub(crate) use japanese::piece_name as japanese_name;
#[cfg(feature = "records")]
pub(crate) use japanese::{kif_move, moved_piece, push_marks, push_square};
pub(crate) use san::san_letter;
use western::Hodges;

/// Notation of a move for people.
///
/// ```
/// use komadai_notation::{DisplayStyle, display_move};
/// use komadai_rules::{AnyPosition, Move, VariantId};
/// let start = AnyPosition::start(VariantId::Shogi);
/// let pawn = Move::parse(VariantId::Shogi, "7g7f").unwrap();
/// let styles = [DisplayStyle::Western, DisplayStyle::Hosking, DisplayStyle::Japanese];
/// let texts = styles.map(|style| display_move(&start, pawn, style));
/// assert_eq!(texts, ["P-76", "P76", "▲７六歩"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum DisplayStyle {
    /// Western notation. Shogi and Minishogi, as introduced by George Hodges: `P-76`, `Bx22+`,
    /// `B*55`, `N-33=` (promotion declined), `G49-58` where two golds can reach the square. Tori
    /// Shogi: `S33`, `Sx33`, `S*33`, `S11+`. Shogun Chess, standard algebraic notation (PGN
    /// standard, 8.2.3) with drops: `c6=C`, `Rb6=M`, `N@d5`, `P@g5#`, `O-O`.
    #[default]
    Western,
    /// [`Western`](Self::Western) with the files of Tori Shogi counted from the left, as in some
    /// books.
    WesternTopLeft,
    /// [`Western`](Self::Western) with a letter for the rank, Hodges' first form: `P-7f`, `Bx2b+`.
    WesternLetters,
    /// [`Western`](Self::Western) without the dash and with `'` for drops, as simplified by Tony
    /// Hosking: `P76`, `Bx22+`, `P'55`.
    Hosking,
    /// [`Western`](Self::Western) with the kanji of the piece, as introduced by Kitao Madoka and
    /// Kawasaki Tomohide: `歩-76`, `角x22+`, `金(69)-58`; a recapture names no square, `銀x`.
    Kawasaki,
    /// Shogi family: `▲７六歩`, `△同角成`, as defined by the Japan Shogi Association
    /// (<https://www.shogi.or.jp/faq/kihuhyouki.html>). Shogun Chess is written as in
    /// [`Western`](Self::Western).
    Japanese,
    /// [`Japanese`](Self::Japanese) with Arabic digits: `▲76歩`.
    JapaneseDigits,
    /// [`Japanese`](Self::Japanese) with the origin of each move instead of marks, as in KIF files:
    /// `▲７六歩(77)`, `▲５五歩打`.
    Kif,
    /// The canonical text, [`Move::display`].
    Canonical,
}

impl DisplayStyle {
    /// All styles with their names.
    pub const ALL: [(&'static str, Self); 9] = [
        ("western", Self::Western),
        ("western-top-left", Self::WesternTopLeft),
        ("western-letters", Self::WesternLetters),
        ("hosking", Self::Hosking),
        ("kawasaki", Self::Kawasaki),
        ("japanese", Self::Japanese),
        ("japanese-digits", Self::JapaneseDigits),
        ("kif", Self::Kif),
        ("usi", Self::Canonical),
    ];

    /// The style with this name in kebab case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter();
        all.find(|(known, _)| *known == name)
            .map(|&(_, style)| style)
    }

    /// `true` if the files of squares in digits are counted from the left.
    pub(crate) fn counts_from_left(self, variant: VariantId) -> bool {
        let spec = variant.spec();
        let hodges = spec.text_style == TextStyle::Shogi && !spec.western_dash;
        self == DisplayStyle::WesternTopLeft && hodges
    }
}

/// Writes a move for people; `before` is the position before the move.
///
/// An illegal move is written as far as the notation allows, at worst as [`Move::display`].
///
/// ```
/// use komadai_notation::{DisplayStyle, display_move};
/// use komadai_rules::{AnyPosition, Move, SetupRules, VariantId};
///
/// let variant = VariantId::Shogi;
/// let start = AnyPosition::parse(variant, "startpos", SetupRules::Play)?;
/// let mv = Move::parse(variant, "7g7f").unwrap();
/// assert_eq!(display_move(&start, mv, DisplayStyle::Western), "P-76");
/// assert_eq!(display_move(&start, mv, DisplayStyle::Japanese), "▲７六歩");
/// # Ok::<(), komadai_rules::PositionTextError>(())
/// ```
#[must_use]
pub fn display_move(before: &AnyPosition, mv: Move, style: DisplayStyle) -> String {
    display_with_previous(before, mv, style, None)
}

/// Writes the moves of a game from `start` for people, up to the first illegal one. In Japanese
/// style a recapture is written with 同.
///
/// ```
/// use komadai_notation::{DisplayStyle, display_line};
/// use komadai_rules::{AnyPosition, Move, SetupRules, VariantId};
///
/// let variant = VariantId::Shogi;
/// let start = AnyPosition::parse(variant, "startpos", SetupRules::Play)?;
/// let moves = ["7g7f", "3c3d", "8h2b+", "3a2b"].map(|text| Move::parse(variant, text).unwrap());
/// let texts = display_line(&start, &moves, DisplayStyle::Japanese);
/// assert_eq!(texts, ["▲７六歩", "△３四歩", "▲２二角成", "△同銀"]);
/// # Ok::<(), komadai_rules::PositionTextError>(())
/// ```
#[must_use]
pub fn display_line(start: &AnyPosition, moves: &[Move], style: DisplayStyle) -> Vec<String> {
    let mut position = *start;
    let mut previous = None;
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(display_with_previous(&position, mv, style, previous));
        position.play_unchecked(mv);
        previous = Some(mv.to());
    }
    texts
}

pub(crate) fn display_with_previous(
    before: &AnyPosition,
    mv: Move,
    style: DisplayStyle,
    previous: Option<Square>,
) -> String {
    let variant = before.variant();
    let written = match style {
        DisplayStyle::Canonical => None,
        _ if variant.spec().text_style == TextStyle::Chess => san::write(before, mv),
        DisplayStyle::Japanese => japanese::write(before, mv, previous, Spelling::Marks),
        DisplayStyle::JapaneseDigits => {
            japanese::write(before, mv, previous, Spelling::MarksAndDigits)
        }
        DisplayStyle::Kif => japanese::write(before, mv, previous, Spelling::Kif),
        _ => {
            let hosking = style == DisplayStyle::Hosking;
            let hodges = Hodges {
                dash: variant.spec().western_dash && !hosking,
                from_left: style.counts_from_left(variant),
                letters: style == DisplayStyle::WesternLetters,
                drop: if hosking { '\'' } else { '*' },
                kanji: style == DisplayStyle::Kawasaki,
            };
            hodges.write(before, mv, previous)
        }
    };
    written.unwrap_or_else(|| mv.display(variant).to_string())
}

/// A move in Fairy-Stockfish's PGN: SAN in Shogun Chess, else Hodges' notation with a dash in every
/// variant.
#[cfg(feature = "records")]
pub(crate) fn pgn_move(before: &AnyPosition, mv: Move) -> String {
    let variant = before.variant();
    let written = match variant.spec().text_style {
        TextStyle::Chess => san::write(before, mv),
        TextStyle::Shogi => Hodges::default().write(before, mv, None),
    };
    written.unwrap_or_else(|| mv.display(variant).to_string())
}

/// Squares of the other pieces of the same kind that can legally reach the same square.
fn other_origins(before: &AnyPosition, mv: Move, piece: Piece) -> Vec<Square> {
    let mut squares = other_moves(before, mv, piece)
        .filter_map(Move::from)
        .collect::<Vec<_>>();
    // The same piece may reach it with and without promotion.
    squares.dedup();
    squares
}

/// [`other_origins`] whose move promotes exactly if `mv` does: Western notation needs no origin
/// where the promotion distinguishes the moves.
fn other_origins_same_promotion(before: &AnyPosition, mv: Move, piece: Piece) -> Vec<Square> {
    other_moves(before, mv, piece)
        .filter(|other| other.is_promotion() == mv.is_promotion())
        .filter_map(Move::from)
        .collect()
}

fn other_moves(before: &AnyPosition, mv: Move, piece: Piece) -> impl Iterator<Item = Move> {
    before.legal_moves().into_iter().filter(move |other| {
        other.to() == mv.to()
            && other.from() != mv.from()
            && other.from().and_then(|from| before.piece_at(from)) == Some(piece)
    })
}

/// `true` if the same move with promotion is legal.
pub(crate) fn declined_promotion(before: &AnyPosition, mv: Move) -> bool {
    let Some(from) = mv.from() else {
        return false;
    };
    !mv.is_promotion() && before.is_legal(Move::promotion(from, mv.to()))
}

/// File, then rank from the top, both as digits: `76`.
pub(crate) fn numeric_square(variant: VariantId, square: Square, from_left: bool) -> String {
    let file = match from_left {
        true => square.file(variant) + 1,
        false => variant.files() - square.file(variant),
    };
    let rank = variant.ranks() - square.rank(variant);
    [file, rank].map(|n| char::from(b'0' + n)).iter().collect()
}
