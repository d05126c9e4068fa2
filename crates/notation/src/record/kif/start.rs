//! The lines above the moves: headers, handicap or diagram.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use komadai_rules::{
    AnyPosition, PositionTextError, Setup, SetupErrors, SetupRules, Side, VariantId,
};

use super::super::builder::{Builder, ReadOptions};
use super::super::error::{RecordError, RecordErrorKind};
use super::super::game_record::{GameRecord, Start, same_setup};
use super::super::headers::{HeaderName, Naming};
use super::super::source::{Line, append_line};
use super::super::{starts, words};
use super::diagram;

type Part<'a> = (Line<'a>, &'a str);

/// Header with the name of the start position.
const START: &str = "手合割";

/// Lines above the moves, as far as they were read.
#[derive(Default)]
pub(super) struct StartReader<'a> {
    headers: Vec<(HeaderName, Part<'a>)>,
    /// Lines without meaning.
    ignored: Vec<Part<'a>>,
    /// 手合割.
    name: Option<Part<'a>>,
    hands: [Option<Part<'a>>; 2],
    ranks: Vec<Part<'a>>,
    side: Option<Side>,
    pub(super) comment: String,
    pub(super) bookmark: &'a str,
}

impl<'a> StartReader<'a> {
    /// Reads a line; `false` if it has no meaning here.
    pub(super) fn read(&mut self, line: Line<'a>, text: &'a str) -> bool {
        if let Some(rank) = text.strip_prefix(['|', '｜']) {
            self.ranks.push((line, rank));
            return true;
        }
        if text.starts_with("手数＝") || text.starts_with("手数=") {
            // 手数＝1　▲７六歩　まで: the other side is to move.
            let mark = text.find(words::SIDE_MARKS);
            let last = mark.and_then(|at| words::side_of_mark(&text[at..]));
            self.side = self.side.or(last.map(|side| !side));
            append_line(&mut self.comment, text);
            return true;
        }
        if let Some((side, "番")) = words::read_side(text.trim_end()) {
            self.side = Some(side);
            return true;
        }
        let Some((name, value)) = words::split_header(text) else {
            return self.ignore(line, text);
        };
        if name == START {
            self.name = Some((line, value.trim()));
        } else if let Some((side, "の持駒" | "の持ち駒")) = words::read_side(name) {
            self.hands[side.index()] = Some((line, value));
        } else if name == "変化" {
            return self.ignore(line, text);
        } else {
            self.headers
                .push((HeaderName::read(name, Naming::Kif), (line, value)));
        }
        true
    }

    /// Notes a line without meaning, unless it is the frame of a diagram; always returns `false`.
    fn ignore(&mut self, line: Line<'a>, text: &'a str) -> bool {
        let frame =
            |c: char| c.is_whitespace() || "+-－―─".contains(c) || words::digit(c).is_some();
        let view = text.starts_with("盤面");
        if !text.is_empty() && !view && !text.chars().all(frame) {
            self.ignored.push((line, text));
        }
        false
    }

    /// `true` if a line was found that only a record has.
    pub(super) fn is_record(&self) -> bool {
        let start = self.name.is_some() || self.side.is_some() || !self.ranks.is_empty();
        let hand = self.hands.iter().any(Option::is_some);
        let known = |(name, _): &(HeaderName, Part<'_>)| !matches!(name, HeaderName::Other(_));
        start || hand || self.headers.iter().any(known)
    }

    /// The record so far, with its errors.
    pub(super) fn finish(self, options: &ReadOptions) -> Builder {
        let mut errors = Vec::from_iter(self.unknown_name());
        let known = errors.len();
        let contradiction = self.contradiction(options);
        let start = self.position(options).unwrap_or_else(|error| {
            errors.push(error);
            AnyPosition::start(
                options
                    .variant
                    .filter(|&variant| words::has_kanji(variant))
                    .unwrap_or_else(starts::default_game),
            )
        });
        let mut record = GameRecord::new(start);
        let notes = record.tree.notes_mut(super::super::MoveTree::ROOT);
        notes.comment = self.comment;
        notes.bookmark = self.bookmark.into();
        let broken = errors.len() > known;
        let mut builder = Builder::new(record, errors);
        for (name, (line, value)) in self.headers {
            builder.header(name, value, line.place(value));
        }
        // A name such as 詰将棋 above a diagram.
        let own = self
            .name
            .filter(|(_, name)| !is_known(name) && !self.ranks.is_empty());
        if let Some((line, name)) = own {
            builder.header(HeaderName::Other(START.into()), name, line.place(name));
        }
        builder.warnings.extend(contradiction);
        for (line, text) in self.ignored {
            let expected = "a header such as 先手：名前, a diagram, a comment after * or a move";
            builder.warn(
                RecordErrorKind::UnexpectedText,
                line.place(text),
                text,
                expected,
            );
        }
        if broken {
            builder.give_up();
        }
        builder
    }

    /// A warning if the name is that of another position than the diagram's. The diagram counts.
    fn contradiction(&self, options: &ReadOptions) -> Option<RecordError> {
        let (line, name) = self.name.filter(|_| !self.ranks.is_empty())?;
        let variant = starts::game_of_start(name);
        let even = variant
            .filter(|&variant| variant == starts::default_game())
            .map(AnyPosition::start);
        let named = even.or_else(|| starts::handicap_start(name, self.is_of_lishogi()))?;
        let shown = self.position(options).ok()?;
        // Names of handicaps are used for smaller boards too.
        let differs =
            shown.variant() == named.variant() && !same_setup(&shown.to_setup(), &named.to_setup());
        let expected = "その他: the diagram shows another position";
        differs.then(|| line.error(RecordErrorKind::BadStart, name, expected))
    }

    fn is_of_lishogi(&self) -> bool {
        let mut sites = self
            .headers
            .iter()
            .filter(|(name, _)| *name == HeaderName::Site);
        sites.any(|(_, (_, site))| site.contains("lishogi"))
    }

    /// The error of an unknown name without a diagram: the moves are read from the standard start.
    fn unknown_name(&self) -> Option<RecordError> {
        let (line, name) = self.name.filter(|_| self.ranks.is_empty())?;
        let expected =
            "平手, a handicap such as 二枚落ち, 5五将棋, 禽将棋, or a diagram of the board";
        (!is_known(name)).then(|| line.error(RecordErrorKind::BadStart, name, expected))
    }

    fn position(&self, options: &ReadOptions) -> Result<AnyPosition, RecordError> {
        let hint = options.variant.filter(|&variant| words::has_kanji(variant));
        let name = self.name.map_or("", |(_, name)| name);
        let named = starts::game_of_start(name);
        if self.ranks.is_empty() {
            let handicap = starts::handicap_start(name, self.is_of_lishogi());
            let start = handicap.unwrap_or_else(|| {
                // 平手 is an even game of any variant.
                let even = named.is_none_or(|variant| variant == starts::default_game());
                let variant = if even { hint.or(named) } else { named };
                AnyPosition::start(variant.unwrap_or_else(starts::default_game))
            });
            self.check_hands(&start)?;
            return Ok(self.with_side(start));
        }
        let variant = self.game_of_diagram(named, hint)?;
        let mut setup = Setup::empty(variant);
        for (index, &(line, text)) in self.ranks.iter().enumerate() {
            let rank = usize::from(variant.ranks()).checked_sub(index + 1);
            match rank.and_then(|rank| u8::try_from(rank).ok()) {
                Some(rank) => diagram::read_rank(&mut setup, rank, line, text)?,
                None => {
                    let expected = format!("{} ranks", variant.ranks());
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

    /// Refuses hands that contradict the named start position, which has no diagram.
    fn check_hands(&self, start: &AnyPosition) -> Result<(), RecordError> {
        let expected = start.to_setup().hands;
        let mut setup = Setup::empty(start.variant());
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

    /// The variant whose board has as many ranks as the diagram.
    fn game_of_diagram(
        &self,
        named: Option<VariantId>,
        hint: Option<VariantId>,
    ) -> Result<VariantId, RecordError> {
        let fits = |variant: &VariantId| usize::from(variant.ranks()) == self.ranks.len();
        let games = VariantId::REGISTERED.iter().copied();
        let mut games = named.into_iter().chain(hint).chain(games);
        games
            .find(|variant| fits(variant) && words::has_kanji(*variant))
            .ok_or_else(|| {
                let (line, text) = self.ranks[self.ranks.len() - 1];
                let expected = "9 ranks of Shogi, 7 of Tori Shogi or 5 of Minishogi";
                line.error(RecordErrorKind::UnknownVariant, text, expected)
            })
    }

    /// Applies 後手番 below the name of a start position.
    fn with_side(&self, start: AnyPosition) -> AnyPosition {
        let mut setup = start.to_setup();
        match self.side {
            Some(side) if side != setup.side => setup.side = side,
            _ => return start,
        }
        position_of(&setup).unwrap_or(start)
    }
}

/// `true` if a name of 手合割 is that of a position, or refers to a diagram.
fn is_known(name: &str) -> bool {
    name.is_empty()
        || name == starts::OTHER_START
        || starts::game_of_start(name).is_some()
        || starts::handicap_start(name, false).is_some()
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
    let variant = record.variant();
    let name = match record.start_kind() {
        Start::Standard => starts::start_name(variant),
        Start::Handicap(handicap) if variant == starts::default_game() => {
            starts::handicap_of_id(handicap.id).map(|handicap| handicap.kif)
        }
        _ => None,
    };
    if let Some(name) = name {
        push_header(START, name, text);
        return;
    }
    let own = record.headers.get(&HeaderName::Other(START.into()));
    let own = own
        .filter(|name| !is_known(name))
        .unwrap_or(starts::OTHER_START);
    let own = Some(own).filter(|_| variant == starts::default_game());
    if let Some(name) = own.or_else(|| starts::start_name(variant)) {
        push_header(START, name, text);
    }
    diagram::write(&record.start.to_setup(), text);
}

/// `true` if the players are named 下手 and 上手.
pub(super) fn has_handicap_names(record: &GameRecord) -> bool {
    matches!(record.start_kind(), Start::Handicap(handicap) if !handicap.first_moves_first)
        && record.start.side_to_move() == Side::Second
}

/// `true` if a header with this name can be read back.
fn is_free(name: &str) -> bool {
    let header = format!("{name}：x");
    let reserved = name == START || name == "変化" || name == super::super::builder::RULES_HEADER;
    let hand = words::read_side(name).is_some_and(|(_, rest)| rest.starts_with("の持"));
    let ruler = words::is_ruler(&header) || name.starts_with("手数＝") || name.starts_with("手数=");
    let moves = name.starts_with("まで") || ruler || words::is_numbered(&header);
    let moves = moves || words::is_bare_move(&header);
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
