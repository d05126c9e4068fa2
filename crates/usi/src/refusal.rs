use komadai_rules::{Refusal, Square, VariantId};

/// Reason why a move is illegal: text, code, limit and squares.
///
/// ```
/// # use komadai_rules::{AnyGame, AnyPosition, Move, RuleSet, VariantId};
/// # use komadai_usi::refusal_text;
/// let id = VariantId::Shogi;
/// let game = AnyGame::new(AnyPosition::start(id), RuleSet::default_for(id));
/// let refusal = game.why_illegal(Move::parse(id, "8h3c").unwrap()).unwrap();
/// assert!(refusal_text(id, &refusal).contains("(blocked: "));
/// ```
pub fn refusal_text(variant: VariantId, refusal: &Refusal) -> String {
    let squares: Vec<String> = refusal
        .squares
        .iter()
        .map(|&square: &Square| square.display(variant).to_string())
        .collect();
    let limit = refusal.limit.map(|limit| format!(", limit {limit}"));
    let limit = limit.unwrap_or_default();
    let squares = match squares.as_slice() {
        [] => String::new(),
        squares => format!(": {}", squares.join(" ")),
    };
    format!("{refusal} ({}{limit}{squares})", refusal.code.name())
}
