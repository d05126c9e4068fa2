//! Mailbox board.

use super::tables::Law;

/// A piece on the board. `side` is 0 for the first side, 1 for the second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct RefPiece {
    pub(crate) letter: char,
    pub(crate) promoted: bool,
    pub(crate) side: usize,
}

/// File from the first side's left, rank from its own back rank.
pub(crate) type At = (i32, i32);

/// A position with its counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RefPosition {
    pub(crate) law: Law,
    /// `[x][y]`.
    pub(crate) board: Vec<Vec<Option<RefPiece>>>,
    /// Pieces in hand by side, letter and number, letters in the order of [`Law::set`].
    pub(crate) hands: [Vec<(char, u8)>; 2],
    pub(crate) turn: usize,
    /// `[side][0]` towards the h file, `[side][1]` towards the a file.
    pub(crate) castling: [[bool; 2]; 2],
    /// The square a pawn has just passed over, even if it cannot be captured there.
    pub(crate) jumped: Option<At>,
    pub(crate) quiet_plies: u32,
    /// The number at the end of the text.
    pub(crate) number: u32,
}

impl RefPosition {
    pub(crate) fn empty(law: Law) -> Self {
        let size = usize::try_from(law.size()).expect("small");
        let hand: Vec<(char, u8)> = law.set().iter().map(|&(letter, _)| (letter, 0)).collect();
        RefPosition {
            law,
            board: vec![vec![None; size]; size],
            hands: [hand.clone(), hand],
            turn: 0,
            castling: [[false; 2]; 2],
            jumped: None,
            quiet_plies: 0,
            number: 1,
        }
    }

    pub(crate) fn start(law: Law) -> Self {
        Self::read(law, law.start())
    }

    pub(crate) fn on_board(&self, (x, y): At) -> bool {
        (0..self.law.size()).contains(&x) && (0..self.law.size()).contains(&y)
    }

    pub(crate) fn at(&self, (x, y): At) -> Option<RefPiece> {
        self.board[x as usize][y as usize]
    }

    pub(crate) fn put_piece(&mut self, (x, y): At, piece: Option<RefPiece>) {
        self.board[x as usize][y as usize] = piece;
    }

    pub(crate) fn squares(&self) -> impl Iterator<Item = At> + use<> {
        let size = self.law.size();
        (0..size).flat_map(move |x| (0..size).map(move |y| (x, y)))
    }

    pub(crate) fn pieces(&self, side: usize) -> Vec<(At, RefPiece)> {
        let mut pieces = Vec::new();
        for at in self.squares() {
            if let Some(piece) = self.at(at)
                && piece.side == side
            {
                pieces.push((at, piece));
            }
        }
        pieces
    }

    pub(crate) fn king(&self, side: usize) -> Option<At> {
        self.pieces(side)
            .into_iter()
            .find(|(_, piece)| piece.letter == 'K')
            .map(|(at, _)| at)
    }

    pub(crate) fn in_hand(&self, side: usize, letter: char) -> u8 {
        self.hands[side]
            .iter()
            .find(|(l, _)| *l == letter)
            .map_or(0, |(_, n)| *n)
    }

    pub(crate) fn change_hand(&mut self, side: usize, letter: char, by: i8) {
        let entry = self.hands[side]
            .iter_mut()
            .find(|(l, _)| *l == letter)
            .unwrap_or_else(|| panic!("{letter} in hand"));
        entry.1 = entry
            .1
            .checked_add_signed(by)
            .expect("a hand never goes below zero");
    }

    /// Rank counted from the side's own back rank.
    pub(crate) fn height(&self, side: usize, (_, y): At) -> i32 {
        if side == 0 {
            y
        } else {
            self.law.size() - 1 - y
        }
    }

    pub(crate) fn in_zone(&self, side: usize, at: At) -> bool {
        self.height(side, at) >= self.law.size() - self.law.zone()
    }

    /// Reads SFEN, or FEN with a bracketed hand for Shogun. Panics on invalid text.
    pub(crate) fn read(law: Law, text: &str) -> Self {
        let text = if text == "startpos" {
            law.start()
        } else {
            text
        };
        let mut p = Self::empty(law);
        let mut fields = text.split_whitespace();
        let placement = fields.next().expect("board");
        let (rows, bracket) = match placement.split_once('[') {
            Some((rows, rest)) => (rows, Some(rest.trim_end_matches(']'))),
            None => (placement, None),
        };
        for (row, line) in rows.split('/').enumerate() {
            let y = law.size() - 1 - i32::try_from(row).expect("small");
            let (mut x, mut promoted, mut digits) = (0, false, 0);
            for c in line.chars() {
                if let Some(d) = c.to_digit(10) {
                    digits = digits * 10 + i32::try_from(d).expect("digit");
                    continue;
                }
                x += std::mem::take(&mut digits);
                if c == '+' {
                    promoted = true;
                    continue;
                }
                let side = usize::from(c.is_ascii_lowercase());
                let (letter, promoted) =
                    alias(law, c.to_ascii_uppercase(), std::mem::take(&mut promoted));
                p.put_piece(
                    (x, y),
                    Some(RefPiece {
                        letter,
                        promoted,
                        side,
                    }),
                );
                x += 1;
            }
            assert_eq!(x + digits, law.size(), "row {line} of {text}");
        }
        let first = if law == Law::Shogun { "w" } else { "b" };
        p.turn = usize::from(fields.next().expect("side") != first);
        if law == Law::Shogun {
            p.read_hand(bracket.unwrap_or(""));
            for c in fields.next().unwrap_or("-").chars().filter(|c| *c != '-') {
                let side = usize::from(c.is_ascii_lowercase());
                let wing = usize::from(c.eq_ignore_ascii_case(&'q'));
                p.castling[side][wing] = true;
            }
            if let Some([file, rank]) = fields.next().map(str::as_bytes) {
                p.jumped = Some((i32::from(file - b'a'), i32::from(rank - b'1')));
            }
            p.quiet_plies = fields.next().map_or(0, |f| f.parse().expect("counter"));
        } else {
            p.read_hand(fields.next().unwrap_or("-"));
        }
        p.number = fields.next().map_or(1, |f| f.parse().expect("number"));
        p.drop_empty_rights();
        p
    }

    fn read_hand(&mut self, text: &str) {
        let mut count = String::new();
        for c in text.chars().filter(|c| *c != '-') {
            if c.is_ascii_digit() {
                count.push(c);
                continue;
            }
            let n = if count.is_empty() {
                1
            } else {
                count.parse().expect("count")
            };
            count.clear();
            self.change_hand(
                usize::from(c.is_ascii_lowercase()),
                c.to_ascii_uppercase(),
                n,
            );
        }
    }

    /// Drops castling rights without king and rook at home.
    fn drop_empty_rights(&mut self) {
        if self.law != Law::Shogun {
            return;
        }
        for side in 0..2 {
            let back = if side == 0 { 0 } else { 7 };
            let piece = |letter| {
                Some(RefPiece {
                    letter,
                    promoted: false,
                    side,
                })
            };
            for (wing, corner) in [(0, 7), (1, 0)] {
                self.castling[side][wing] &=
                    self.at((4, back)) == piece('K') && self.at((corner, back)) == piece('R');
            }
        }
    }

    /// Everything that repetition compares.
    pub(crate) fn identity(&self) -> Identity {
        let mut hands = self.hands.clone();
        hands.iter_mut().for_each(|h| h.sort_unstable());
        Identity {
            board: self.board.clone(),
            hands,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant_square(),
        }
    }

    /// The passed square if a pawn can legally capture there.
    pub(crate) fn en_passant_square(&self) -> Option<At> {
        self.jumped
            .filter(|_| self.legal().iter().any(|mv| mv.is_en_passant(self)))
    }

    /// Canonical text, hands in the order of the rules page.
    pub(crate) fn text(&self) -> String {
        let size = self.law.size();
        let mut rows = Vec::new();
        for y in (0..size).rev() {
            let (mut row, mut gap) = (String::new(), 0);
            for x in 0..size {
                let Some(piece) = self.at((x, y)) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    row += &std::mem::take(&mut gap).to_string();
                }
                if piece.promoted {
                    row.push('+');
                }
                row.push(cased(piece.letter, piece.side));
            }
            if gap > 0 {
                row += &gap.to_string();
            }
            rows.push(row);
        }
        let board = rows.join("/");
        let number = self.number;
        if self.law == Law::Shogun {
            let hand = self.hand_text("RBNFP", false);
            let side = ["w", "b"][self.turn];
            let mut rights = String::new();
            for (side, wing, letter) in [(0, 0, 'K'), (0, 1, 'Q'), (1, 0, 'k'), (1, 1, 'q')] {
                if self.castling[side][wing] {
                    rights.push(letter);
                }
            }
            if rights.is_empty() {
                rights.push('-');
            }
            let ep = self
                .en_passant_square()
                .map_or("-".to_owned(), |at| self.square(at));
            let quiet = self.quiet_plies;
            return format!("{board}[{hand}] {side} {rights} {ep} {quiet} {number}");
        }
        let order = match self.law {
            Law::Shogi => "RBGSNLP",
            Law::Minishogi => "RBGSP",
            _ => "FLRCPS",
        };
        let mut hand = self.hand_text(order, true);
        if hand.is_empty() {
            hand.push('-');
        }
        format!("{board} {} {hand} {number}", ["b", "w"][self.turn])
    }

    fn hand_text(&self, order: &str, counted: bool) -> String {
        let mut text = String::new();
        for side in 0..2 {
            for letter in order.chars() {
                let n = self.in_hand(side, letter);
                let c = cased(letter, side).to_string();
                if !counted {
                    text += &c.repeat(usize::from(n));
                } else if n > 0 {
                    if n > 1 {
                        text += &n.to_string();
                    }
                    text += &c;
                }
            }
        }
        text
    }

    /// Name of a square: USI in the shogi family, chess in Shogun.
    pub(crate) fn square(&self, (x, y): At) -> String {
        let letter = |n: i32| char::from(b'a' + u8::try_from(n).expect("on the board"));
        let size = self.law.size();
        if self.law == Law::Shogun {
            format!("{}{}", letter(x), y + 1)
        } else {
            format!("{}{}", size - x, letter(size - 1 - y))
        }
    }
}

/// Equality in the sense of the repetition rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    board: Vec<Vec<Option<RefPiece>>>,
    hands: [Vec<(char, u8)>; 2],
    turn: usize,
    castling: [[bool; 2]; 2],
    en_passant: Option<At>,
}

fn cased(letter: char, side: usize) -> char {
    if side == 0 {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

/// Letters of Shogun's promoted pieces in other programs.
fn alias(law: Law, letter: char, promoted: bool) -> (char, bool) {
    if law != Law::Shogun {
        return (letter, promoted);
    }
    match letter {
        'Q' => ('F', true),
        'A' => ('B', true),
        'M' => ('R', true),
        'G' => ('N', true),
        'C' => ('P', true),
        other => (other, promoted),
    }
}
