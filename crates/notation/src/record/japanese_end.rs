//! Ends of games in Japanese records: 投了, `まで12手で後手の勝ち`.

use alloc::format;
use alloc::string::String;

use komadai_rules::{AnyPosition, Reason, Side};

use super::ending::{EndReason, Ending};
use super::words;

/// 81Dojo's word for a broken connection.
const DISCONNECTED: &str = "接続切れ";

/// The word in the place of a move, with `side` to move.
pub(crate) fn word(ending: &Ending, side: Side) -> String {
    let wins = ending.winner == Some(side);
    let word = match &ending.reason {
        EndReason::Rules(reason) => rules_word(*reason, ending.winner, side),
        EndReason::Interrupted => "中断",
        EndReason::Forfeit if wins => "不戦勝",
        EndReason::Forfeit => "不戦敗",
        EndReason::Disconnected => DISCONNECTED,
        EndReason::NoMate => "不詰",
        EndReason::Other(word) if is_word(word) => word,
        EndReason::Other(_) => "中断",
    };
    word.into()
}

fn rules_word(reason: Reason, winner: Option<Side>, side: Side) -> &'static str {
    let wins = winner == Some(side);
    match reason {
        Reason::Checkmate | Reason::Stalemate => "詰み",
        Reason::Resignation => "投了",
        Reason::Time => "切れ負け",
        Reason::Repetition => "千日手",
        Reason::Impasse | Reason::Declaration if wins => "入玉勝ち",
        Reason::Impasse if winner.is_some() => "投了",
        Reason::Declaration | Reason::Impasse | Reason::NMoveRule => "持将棋",
        Reason::MoveLimit | Reason::Agreement => "持将棋",
        Reason::PerpetualCheck | Reason::IllegalMove | Reason::FailedDeclaration if wins => {
            "反則勝ち"
        }
        Reason::PerpetualCheck | Reason::IllegalMove | Reason::FailedDeclaration => "反則負け",
    }
}

/// The ending for a word in the place of a move; `None` for any other word.
pub(crate) fn read_word(word: &str, position: &AnyPosition) -> Option<Ending> {
    let side = position.side_to_move();
    let opponent = Some(!side);
    let rules = |reason, winner| Some(Ending::rules(reason, winner));
    match word {
        "投了" => rules(Reason::Resignation, opponent),
        "中断" => Some(Ending::without_winner(EndReason::Interrupted)),
        "千日手" => rules(Reason::Repetition, None),
        "持将棋" => rules(Reason::Impasse, None),
        "引き分け" | "引分" | "引分け" => rules(Reason::Agreement, None),
        "詰み" | "詰" => {
            Ending::without_moves(position).or_else(|| rules(Reason::Checkmate, opponent))
        }
        "不詰" => Some(Ending::without_winner(EndReason::NoMate)),
        "切れ負け" | "時間切れ" | "切れ負" | "時間切れ負け" => {
            rules(Reason::Time, opponent)
        }
        word if word.eq_ignore_ascii_case(words::TIME_UP) => rules(Reason::Time, opponent),
        // The preceding move was illegal.
        "反則勝ち" | "反則手" => rules(Reason::IllegalMove, Some(side)),
        "反則負け" => rules(Reason::IllegalMove, opponent),
        "入玉勝ち" | "宣言勝ち" | "入玉宣言" | "入玉宣言勝ち" => {
            rules(Reason::Declaration, Some(side))
        }
        DISCONNECTED | "切断" => Some(Ending {
            reason: EndReason::Disconnected,
            winner: opponent,
        }),
        "不戦勝" => Some(Ending {
            reason: EndReason::Forfeit,
            winner: Some(side),
        }),
        "不戦敗" => Some(Ending {
            reason: EndReason::Forfeit,
            winner: opponent,
        }),
        _ => None,
    }
}

/// An end in the record's own word, if it cannot be a move.
pub(crate) fn other_word(word: &str) -> Option<Ending> {
    let first = word.chars().next()?;
    let own = !first.is_ascii()
        && words::digit(first).is_none()
        && !matches!(first, '同' | '仝')
        && !words::SIDE_MARKS.contains(&first);
    own.then(|| Ending::without_winner(EndReason::Other(word.into())))
}

/// `true` if the word is read back as the same end.
fn is_word(word: &str) -> bool {
    other_word(word).is_some() && !word.contains(|c: char| c.is_whitespace() || "(（".contains(c))
}

/// The line below the moves: `まで12手で後手の勝ち`.
pub(crate) fn last_line(ending: &Ending, side: Side, ply: usize, handicap: bool) -> String {
    let word = word(ending, side);
    let name = |side| words::side_name(side, handicap);
    let rest = match (word.as_str(), ending.winner) {
        ("投了", Some(winner)) => format!("{}の勝ち", name(winner)),
        ("切れ負け", Some(winner)) => format!("時間切れにより{}の勝ち", name(winner)),
        ("入玉勝ち" | "反則勝ち" | "反則負け", _) => format!("{}の{word}", name(side)),
        ("中断" | "詰み" | "不戦勝" | "不戦敗", _) => word,
        (_, Some(winner)) => format!("{word}により{}の勝ち", name(winner)),
        _ => word,
    };
    format!("まで{ply}手で{rest}")
}

/// The ending in the line below the moves, which begins with まで.
pub(crate) fn read_last_line(line: &str, position: &AnyPosition) -> Option<Ending> {
    let rest = line.strip_prefix("まで")?;
    let rest = rest.trim_start_matches('、');
    let rest = match words::read_number(words_start(rest)) {
        Some((_, rest)) => {
            let rest = words_start(rest);
            let rest = rest.strip_prefix('手').unwrap_or(rest);
            rest.strip_prefix('で').unwrap_or(rest)
        }
        None => rest,
    };
    let rest: String = rest.chars().filter(|c| !c.is_whitespace()).collect();
    let (why, rest) = match rest.split_once("により") {
        Some((why, rest)) => (why, rest),
        None => ("", rest.as_str()),
    };
    let of_word = |word: &str| read_word(word, position).or_else(|| other_word(word));
    let Some((side, what)) = words::read_side(rest) else {
        return of_word(rest);
    };
    let won_by = |ending: Ending, winner| Ending {
        winner: Some(winner),
        ..ending
    };
    let rules = |reason, winner| Some(Ending::rules(reason, Some(winner)));
    match what.trim_start_matches('の') {
        "勝ち" | "勝" if why.is_empty() => rules(Reason::Resignation, side),
        "勝ち" | "勝" => of_word(why).map(|ending| won_by(ending, side)),
        "時間切れ" | "切れ負け" => rules(Reason::Time, !side),
        "反則負け" => rules(Reason::IllegalMove, !side),
        "投了" => rules(Reason::Resignation, !side),
        "入玉勝ち" | "宣言勝ち" => rules(Reason::Declaration, side),
        "反則勝ち" => rules(Reason::IllegalMove, side),
        // トライ勝ち
        what if what.ends_with('勝') || what.ends_with("勝ち") => {
            of_word(what).map(|ending| won_by(ending, side))
        }
        what if what.ends_with('敗') || what.ends_with("負け") => {
            of_word(what).map(|ending| won_by(ending, !side))
        }
        _ => other_word(rest),
    }
}

fn words_start(text: &str) -> &str {
    super::source::skip_spaces(text)
}
