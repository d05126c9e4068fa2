use komadai_lab::{Estimate, MatchPlan, PlayedGame, Sprt, Standing, logistic_elo, normalised_elo};

pub(super) fn lines(plan: &MatchPlan, standing: &Standing) -> Vec<String> {
    let mut lines = vec![
        format!("match {} a {} b {}", plan.variant, plan.a.name, plan.b.name),
        format!("time {}", plan.time),
        format!("games {} {}", standing.games(), score(standing)),
        format!("pentanomial {}", standing.pairs),
        format!("elo {}", estimate(logistic_elo(&standing.pairs))),
        format!(
            "normalised-elo {}",
            estimate(normalised_elo(&standing.pairs))
        ),
    ];
    if let Some(sprt) = &plan.sprt {
        lines.push(format!("sprt {sprt}"));
        lines.push(decision(standing, sprt));
    }
    for (reason, [a, draws, b]) in &standing.terminations {
        let sum = a + draws + b;
        lines.push(format!("ended {reason} {sum} (+{a} ={draws} -{b})"));
    }
    let [a, b] = standing.faults;
    lines.push(format!("faults a {a} b {b}"));
    lines
}

pub(super) fn short(standing: &Standing, sprt: Option<&Sprt>) -> String {
    let mut line = format!("{} games {}", standing.games(), score(standing));
    if let Some(elo) = logistic_elo(&standing.pairs) {
        line.push_str(&format!("  Elo {elo}"));
    }
    if let Some(sprt) = sprt {
        line.push_str(&format!("  {}", decision(standing, sprt)));
    }
    let [a, b] = standing.faults;
    if a + b > 0 {
        line.push_str(&format!("  faults a {a} b {b}"));
    }
    line
}

pub(super) fn fault(game: &PlayedGame) -> String {
    let loser = game
        .winner
        .map_or("nobody".into(), |who| (!who).to_string());
    let detail = game.detail.as_deref().unwrap_or_default();
    let ply = game.plies();
    format!(
        "game {}: {loser} loses after {ply} plies by {}: {detail}",
        game.game, game.reason
    )
}

fn score(standing: &Standing) -> String {
    let Standing {
        wins,
        draws,
        losses,
        ..
    } = standing;
    format!("+{wins} ={draws} -{losses}")
}

fn estimate(estimate: Option<Estimate>) -> String {
    match estimate {
        Some(estimate) => format!(
            "{estimate} (95 %: {:+.1} to {:+.1})",
            estimate.low, estimate.high
        ),
        None => "unknown: all pairs ended alike".into(),
    }
}

fn decision(standing: &Standing, sprt: &Sprt) -> String {
    let (lower, upper) = sprt.bounds();
    let llr = sprt.llr(&standing.pairs);
    let verdict = match standing.verdict {
        Some(verdict) => format!("{verdict} accepted"),
        None => "undecided".into(),
    };
    format!("llr {llr:.2} ({lower:.2} to {upper:.2}) {verdict}")
}
