use komadai_engine::Level;
use komadai_rules::VariantId;

use super::table::Options;

pub(super) const FULL_SKILL: u64 = 20;

fn ratings() -> impl Iterator<Item = i32> {
    Level::all().flat_map(|level| {
        VariantId::ALL
            .into_iter()
            .filter_map(move |g| level.rating(g))
    })
}

/// Rating of the weakest level that plays to win: that of level 0 means little.
pub(super) fn min_elo() -> i32 {
    let easy = |game| Level::EASY.rating(game);
    VariantId::ALL
        .into_iter()
        .filter_map(easy)
        .min()
        .unwrap_or(0)
}

pub(super) fn max_elo() -> i32 {
    ratings().max().unwrap_or(0)
}

impl Options {
    /// The weakest of the levels that the options set.
    pub(crate) fn level(&self) -> Level {
        if self.analyse {
            return Level::FULL;
        }
        let by_rating = if self.limit_strength {
            Level::nearest(self.game, self.elo)
        } else {
            Level::FULL
        };
        (self.level).min(by_skill(self.skill_level)).min(by_rating)
    }
}

/// Spreads the levels over the skills below full strength.
fn by_skill(skill: u64) -> Level {
    if skill >= FULL_SKILL {
        return Level::FULL;
    }
    let steps = u64::from(Level::HIGHEST);
    let number = (skill * steps + (FULL_SKILL - 1) / 2) / (FULL_SKILL - 1);
    let level = u8::try_from(number).ok().and_then(Level::numbered);
    level.unwrap_or(Level::FULL)
}

#[cfg(test)]
mod tests {
    use komadai_notation::Dialect;

    use super::super::tests::set as set_option;
    use super::*;

    #[test]
    fn the_weakest_of_all_limits_applies() {
        let mut options = Options::default();
        let mut set = |name: &str, value: &str| {
            set_option(&mut options, Dialect::Uci, name, value).expect("a good value");
            options.level()
        };
        assert_eq!(set("Level", "full"), Level::FULL);
        assert_eq!(set("Skill Level", "0"), Level::WEAKEST);
        let strongest = Level::numbered(Level::HIGHEST);
        assert_eq!(Some(set("Skill Level", "19")), strongest);
        assert_eq!(set("Skill Level", "20"), Level::FULL);
        let elo = Level::MIDDLE.rating(VariantId::Shogi).unwrap().to_string();
        assert_eq!(set("UCI_Elo", &elo), Level::FULL);
        assert_eq!(set("UCI_LimitStrength", "true"), Level::MIDDLE);
        assert_eq!(set("Level", "easy"), Level::EASY);
        assert_eq!(set("UCI_AnalyseMode", "True"), Level::FULL);
    }
}
