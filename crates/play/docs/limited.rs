// The first event of a game with a limit for first moves: an expression, which examples include.
{
    use komadai_play::LogEntry;
    use komadai_protocol::{EventBody, GameSettings};
    LogEntry {
        seq: 1,
        at_ms: 0,
        body: EventBody::Created {
            settings: GameSettings {
                start_limit_ms: Some(30_000),
                ..include!("settings.rs")
            },
        },
        author: None,
        command: None,
    }
}
