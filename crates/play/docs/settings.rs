// What the games of this crate's examples are played with: an expression, which they include.
{
    use komadai_protocol::{ClockSettings, CreateGame, GameName, SideChoice};
    let request = CreateGame {
        game: GameName::Minishogi,
        side: SideChoice::First,
        position: None,
        handicap: None,
        rules: Default::default(),
        clock: ClockSettings::Sudden { main_ms: 60_000 },
        name: None,
        open: false,
        rated: false,
    };
    komadai_play::check_settings(&request).expect("a good request")
}
