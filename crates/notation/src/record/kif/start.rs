//! What stands above the moves: headers, handicap or diagram.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, GameId, Setup, SetupErrors, SetupRules, Side};

use super::super::builder::{Builder, ReadOptions, read_header};
use super::super::error::{RecordError, RecordErrorKind};
use super::super::game_record::{GameRecord, Start};
use super::super::headers::{HeaderName, Naming};
use super::super::source::Line;
use super::super::words;
use super::diagram;
use crate::error::PositionTextError;

/// A part of a line.
type Part<'a> = (Line<'a>, &'a str);

/// What was found above the moves so far.
#[derive(Default)]
pub(super) struct StartReader<'a> {
    headers: Vec<(HeaderName, &'a str)>,
    /// 手合割.
    name: Option<Part<'a>>,
    hands: [Option<Part<'a>>; 2],
    ranks: Vec<Part<'a>>,
    side: Option<Side>,
    pub(super) comment: String,
    pub(super) bookmark: &'a str,
}

impl<'a> StartReader<'a> {
    /// Reads a line; false if it has no meaning here.
    pub(super) fn read(&mut self, line: Line<'a>, text: &'a str) -> bool {
        if let Some(rank) = text.strip_prefix(['|', '｜']) {
            self.ranks.push((line, rank));
            return true;
        }
        if let Some((side, "番")) = words::read_side(text.trim_end()) {
            self.side = Some(side);
            return true;
        }
        let Some((name, value)) = words::split_header(text) else {
            return false;
        };
        if name == "手合割" {
            self.name = Some((line, value.trim()));
        } else if let Some((side, "の持駒" | "の持ち駒")) = words::read_side(name) {
            self.hands[side.index()] = Some((line, value));
        } else if name != "変化" {
            self.headers
                .push((HeaderName::read(name, Naming::Kif), value));
        }
        true
    }

    /// Whether anything was found that only stands above the moves of a record.
    pub(super) fn is_record(&self) -> bool {
        let start = self.name.is_some() || self.side.is_some() || !self.ranks.is_empty();
        let hand = self.hands.iter().any(Option::is_some);
        let known = |(name, _): &(HeaderName, _)| !matches!(name, HeaderName::Other(_));
        start || hand || self.headers.iter().any(known)
    }

    /// The record so far, with what is wrong in it.
    pub(super) fn finish(self, options: &ReadOptions) -> Builder {
        let mut errors = Vec::from_iter(self.unknown_name());
        let known = errors.len();
        let start = self.position(options).unwrap_or_else(|error| {
            errors.push(error);
            AnyPosition::start(
                options
                    .game
                    .filter(|&game| words::has_kanji(game))
                    .unwrap_or_else(words::default_game),
            )
        });
        let mut record = GameRecord::new(start);
        for (name, value) in self.headers {
            read_header(&mut record, name, value);
        }
        let notes = record.tree.notes_mut(super::super::MoveTree::ROOT);
        notes.comment = self.comment;
        notes.bookmark = self.bookmark.into();
        let broken = errors.len() > known;
        let mut builder = Builder::new(record, errors);
        if broken {
            builder.give_up();
        }
        builder
    }

    /// A name that says nothing, where no diagram shows the start position: the moves are tried from that of an
    /// even game.
    fn unknown_name(&self) -> Option<RecordError> {
        let (line, name) = self.name.filter(|_| self.ranks.is_empty())?;
        let known = name.is_empty()
            || name == words::OTHER_START
            || words::game_of_start(name).is_some()
            || words::handicap_start(name).is_some();
        let expected =
            "平手, a handicap such as 二枚落ち, 5五将棋, 禽将棋, or a diagram of the board";
        (!known).then(|| line.error(RecordErrorKind::BadStart, name, expected))
    }

    fn position(&self, options: &ReadOptions) -> Result<AnyPosition, RecordError> {
        let hint = options.game.filter(|&game| words::has_kanji(game));
        let name = self.name.map_or("", |(_, name)| name);
        let named = words::game_of_start(name);
        if self.ranks.is_empty() {
            let handicap = words::handicap_start(name);
            let start = handicap.unwrap_or_else(|| {
                // 平手 is an even game, of whatever game.
                let even = named.is_none_or(|game| game == words::default_game());
                let game = if even { hint.or(named) } else { named };
                AnyPosition::start(game.unwrap_or_else(words::default_game))
            });
            self.check_hands(&start)?;
            return Ok(self.with_side(start));
        }
        let game = self.game_of_diagram(named, hint)?;
        let mut setup = Setup::empty(game);
        for (index, &(line, text)) in self.ranks.iter().enumerate() {
            let rank = usize::from(game.ranks()).checked_sub(index + 1);
            match rank.and_then(|rank| u8::try_from(rank).ok()) {
                Some(rank) => diagram::read_rank(&mut setup, rank, line, text)?,
                None => {
                    let expected = format!("{} ranks", game.ranks());
                    return Err(line.error(RecordErrorKind::BadStart, text, expected));
                }
            }
        }
        self.read_hands(&mut setup)?;
        setup.side = self.side.unwrap_or(Side::First);
        position_of(&setup).map_err(|errors| {
            let (line, text) = self.ranks[0];
            let message = PositionTextError::Setup(errors).to_string();
            let expected = format!("a position that the rules allow: {message}");
            line.error(RecordErrorKind::BadStart, text, expected)
        })
    }

    fn read_hands(&self, setup: &mut Setup) -> Result<(), RecordError> {
        for side in Side::BOTH {
            if let Some((line, text)) = self.hands[side.index()] {
                diagram::read_hand(setup, side, line, text)?;
            }
        }
        Ok(())
    }

    /// Without a diagram the name of the start says what is in hand: lines that say otherwise are refused.
    fn check_hands(&self, start: &AnyPosition) -> Result<(), RecordError> {
        let expected = start.to_setup().hands;
        let mut setup = Setup::empty(start.game());
        self.read_hands(&mut setup)?;
        for side in Side::BOTH {
            let index = side.index();
            if let Some((line, text)) =
                self.hands[index].filter(|_| setup.hands[index] != expected[index])
            {
                let expected = "the hand of the start position, or a diagram of the board";
                return Err(line.error(RecordErrorKind::BadStart, text, expected));
            }
        }
        Ok(())
    }

    /// The game whose board has as many ranks as the diagram.
    fn game_of_diagram(
        &self,
        named: Option<GameId>,
        hint: Option<GameId>,
    ) -> Result<GameId, RecordError> {
        let fits = |game: &GameId| usize::from(game.ranks()) == self.ranks.len();
        let games = GameId::REGISTERED.iter().copied();
        let mut games = named.into_iter().chain(hint).chain(games);
        games
            .find(|game| fits(game) && words::has_kanji(*game))
            .ok_or_else(|| {
                let (line, text) = self.ranks[self.ranks.len() - 1];
                let expected = "9 ranks of Shogi, 7 of Tori Shogi or 5 of Minishogi";
                line.error(RecordErrorKind::UnknownGame, text, expected)
            })
    }

    /// 後手番 below the name of a start position.
    fn with_side(&self, start: AnyPosition) -> AnyPosition {
        let mut setup = start.to_setup();
        match self.side {
            Some(side) if side != setup.side => setup.side = side,
            _ => return start,
        }
        position_of(&setup).unwrap_or(start)
    }
}

/// A position to play from, or a mate problem.
pub(crate) fn position_of(setup: &Setup) -> Result<AnyPosition, SetupErrors> {
    AnyPosition::from_setup(setup, SetupRules::Play)
        .or_else(|errors| AnyPosition::from_setup(setup, SetupRules::Mate).map_err(|_| errors))
}

/// Appends headers and start position.
pub(super) fn write(record: &GameRecord, text: &mut String) {
    let handicap = has_handicap_names(record);
    for (name, value) in record.headers.written(Naming::Kif) {
        let name = match name {
            HeaderName::FirstPlayer => words::side_name(Side::First, handicap),
            HeaderName::SecondPlayer => words::side_name(Side::Second, handicap),
            name => name.name(Naming::Kif),
        };
        if is_free(name) {
            push_header(name, &value, text);
        }
    }
    if let Some(rules) = record.rules_text() {
        push_header(super::super::builder::RULES_HEADER, &rules, text);
    }
    let game = record.game();
    let name = match record.start_kind() {
        Start::Standard => words::start_name(game),
        Start::Handicap(handicap) if game == words::default_game() => {
            words::handicap_of_id(handicap.id).map(|handicap| handicap.kif)
        }
        _ => None,
    };
    if let Some(name) = name {
        push_header("手合割", name, text);
        return;
    }
    let other = Some(words::OTHER_START).filter(|_| game == words::default_game());
    if let Some(name) = other.or_else(|| words::start_name(game)) {
        push_header("手合割", name, text);
    }
    diagram::write(&record.start.to_setup(), text);
}

/// Whether the players are 下手 and 上手.
pub(super) fn has_handicap_names(record: &GameRecord) -> bool {
    matches!(record.start_kind(), Start::Handicap(handicap) if !handicap.first_moves_first)
        && record.start.side_to_move() == Side::Second
}

/// Whether a header of this name is read as the same header.
fn is_free(name: &str) -> bool {
    let header = format!("{name}：x");
    let reserved =
        name == "手合割" || name == "変化" || name == super::super::builder::RULES_HEADER;
    let hand = words::read_side(name).is_some_and(|(_, rest)| rest.starts_with("の持"));
    let moves = name.starts_with("まで") || name.starts_with("手数") || words::is_numbered(&header);
    !reserved
        && !hand
        && !moves
        && !name.starts_with(words::SIDE_MARKS)
        && words::split_header(&header).is_some_and(|(read, _)| read == name)
}

fn push_header(name: &str, value: &str, text: &mut String) {
    text.push_str(name);
    text.push('：');
    text.push_str(value);
    text.push('\n');
}
