//! Options of other engines that GUIs set unasked, and the reasons why they have no effect.

use komadai_uci::same_option;

const EVALUATION: &str = "EvalFile chooses the evaluation";
const BOOK: &str = "there is no opening book";
const TABLEBASES: &str = "there are no tablebases";

const OPTIONS: [(&str, &str); 21] = [
    ("EvalDir", EVALUATION),
    ("Use NNUE", EVALUATION),
    ("BookFile", BOOK),
    ("Book File", BOOK),
    ("BookDir", BOOK),
    ("BookMoves", BOOK),
    ("OwnBook", BOOK),
    ("SyzygyPath", TABLEBASES),
    ("SyzygyProbeDepth", TABLEBASES),
    ("Syzygy50MoveRule", TABLEBASES),
    ("SyzygyProbeLimit", TABLEBASES),
    ("nodestime", "time is measured by the clock only"),
    (
        "GenerateAllLegalMoves",
        "all legal moves are always searched",
    ),
    ("ConsiderationMode", "info lines do not depend on the mode"),
    ("VariantPath", "the four games are built in"),
    ("NetworkDelay2", "only NetworkDelay is used"),
    (
        "Stochastic Ponder",
        "the engine ponders on the expected move",
    ),
    ("Contempt", "use DrawValueBlack and DrawValueWhite"),
    ("UCI_Chess960", "Chess960 is not supported"),
    (
        "UCI_Opponent",
        "the engine plays the same against all opponents",
    ),
    ("UCI_EngineAbout", "informational only"),
];

pub(super) fn reason(name: &str) -> Option<&'static str> {
    let known = OPTIONS.iter().find(|(known, _)| same_option(known, name));
    known.map(|(_, reason)| *reason)
}

#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().map(|(name, _)| *name)
}
