// The log of a game that has been made and joined, and has not begun: an expression, which examples include.
{
    use komadai_play::{LogEntry, PlayerId};
    use komadai_protocol::{EventBody, PlayerInfo, SideName};
    let settings = include!("settings.rs");
    let entry = |seq, author: Option<PlayerId>, body| LogEntry {
        seq,
        at_ms: 0,
        body,
        author,
        command: None,
    };
    let joined = |seq, side: SideName| {
        let player = PlayerInfo::guest("x8Qm");
        entry(seq, Some(side.name().into()), EventBody::joined(side, player))
    };
    vec![
        entry(1, None, EventBody::Created { settings }),
        joined(2, SideName::First),
        joined(3, SideName::Second),
    ]
}
