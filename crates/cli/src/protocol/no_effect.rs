//! Options of other engines that board programs set without being asked to, and why they change nothing
//! here.

const EVALUATION: &str = "the evaluation is built in";
const BOOK: &str = "there is no opening book";
const TABLEBASES: &str = "there are no tablebases";

/// Names in lower case with spaces, without `USI_`, and reasons.
const OPTIONS: [(&str, &str); 22] = [
    ("evalfile", EVALUATION),
    ("evaldir", EVALUATION),
    ("use nnue", EVALUATION),
    ("bookfile", BOOK),
    ("book file", BOOK),
    ("bookdir", BOOK),
    ("bookmoves", BOOK),
    ("ownbook", BOOK),
    ("syzygypath", TABLEBASES),
    ("syzygyprobedepth", TABLEBASES),
    ("syzygy50moverule", TABLEBASES),
    ("syzygyprobelimit", TABLEBASES),
    ("nodestime", "time is taken from the clock alone"),
    ("generatealllegalmoves", "all legal moves are looked at"),
    ("considerationmode", "lines are told the same way always"),
    ("variantpath", "the four games are built in"),
    ("networkdelay2", "all that is kept free is NetworkDelay"),
    ("stochastic ponder", "pondering is on the expected move"),
    (
        "contempt",
        "what a draw is worth is said by DrawValueBlack and DrawValueWhite",
    ),
    (
        "uci chess960",
        "no game here begins from a position drawn by lot",
    ),
    ("uci opponent", "all opponents are played alike"),
    ("uci engineabout", "it is no setting"),
];

/// Why an option changes nothing, if it is one of these.
pub(super) fn reason(name: &str) -> Option<&'static str> {
    let known = OPTIONS.iter().find(|(known, _)| *known == name);
    known.map(|(_, reason)| *reason)
}
