use crate::GameRow;

/// Page of a list ordered by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// Readable rows. Damaged rows are left out.
    pub rows: Vec<T>,
    /// Position of the last row, readable or not. `None` if the page is empty.
    pub until: Option<i64>,
    pub is_last: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesPage {
    pub games: Vec<GameRow>,
    /// Argument `before` for the next page.
    pub next: Option<i64>,
}

impl GamesPage {
    /// Page boundary before the game that ended last: greater than any position, and exact in JavaScript.
    pub const FIRST: i64 = (1 << 53) - 1;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedGames {
    /// Position up to which all events are included; later ones may be.
    pub position: i64,
    /// `true` if these are all unfinished games.
    pub whole: bool,
    pub games: Vec<GameRow>,
}
