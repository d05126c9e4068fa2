use std::collections::HashSet;

use async_trait::async_trait;
use komadai_protocol::limits::CHALLENGE_MS;
use komadai_protocol::{Challenge, ChallengeTerms, GameKey, ListEntry, PlayerInfo};
use komadai_rules::VariantId;

use super::Backend;
use crate::challenge::{made_since, seen_since};
use crate::rating::Strength;
use crate::rows::{key, named, rating, readable};
use crate::sql::{Columns, Connection, unexpected_value, values};
use crate::write::Write;
use crate::{Challenges, Listing, StoreError, UnreadableChallenge, Waiting};

/// Columns of [`challenge`]: challenges made since $1 by makers seen since $2. Each maker's newest comes first, then
/// the second ones, then the third. Every row has the total count.
const LOBBY: &str = "SELECT * FROM (SELECT COUNT(*) OVER () AS total, \
    ROW_NUMBER() OVER (PARTITION BY c.maker ORDER BY c.created_at DESC, c.game) AS of_maker, \
    c.game AS id, g.game, c.terms, c.created_at, \
    c.maker, r.rating, r.deviation, r.volatility, r.at AS rated_at \
    FROM challenges c JOIN games g ON g.id = c.game \
    LEFT JOIN ratings r ON r.player = c.maker AND r.game = g.game \
    WHERE g.status = 'waiting' AND c.created_at >= $1 AND c.renewed_at >= $2) offers \
    ORDER BY of_maker, created_at DESC, id LIMIT $3";

#[async_trait]
impl<B: Backend> Challenges for B {
    async fn lobby(&self, now_ms: i64, limit: u32) -> Result<Listing, StoreError> {
        let now_ms = self.now(now_ms).await?;
        let mut c = self.reader("lobby").await?;
        let values = values![made_since(now_ms), seen_since(now_ms), limit];
        listing(&c.fetch(LOBBY, &values).await?, now_ms)
    }

    async fn challenge(&self, game: &GameKey, now_ms: i64) -> Result<Option<Waiting>, StoreError> {
        let sql = "SELECT c.created_at, c.renewed_at FROM challenges c JOIN games g ON g.id = c.game \
            WHERE c.game = $1 AND g.status = 'waiting' AND c.created_at >= $2";
        let now_ms = self.now(now_ms).await?;
        let mut c = self.reader("challenge").await?;
        let row = c.first(sql, &values![game, made_since(now_ms)]).await?;
        let waiting = |row: <B::Connection as Connection>::Row| {
            Ok(Waiting {
                until_ms: row.number("created_at")? + i64::from(CHALLENGE_MS),
                is_open: row.number("renewed_at")? >= seen_since(now_ms),
            })
        };
        row.map(waiting).transpose()
    }

    async fn renew_challenges(&self, games: &[GameKey], now_ms: i64) -> Result<u64, StoreError> {
        // With or without their maker present.
        let waiting = "SELECT c.game AS id FROM challenges c JOIN games g ON g.id = c.game \
            WHERE g.status = 'waiting' AND c.created_at >= $1 ORDER BY c.game";
        let now_ms = self.now(now_ms).await?;
        // Read first: most waiting games are no challenges and need no write.
        let given: HashSet<_> = games.iter().collect();
        let mut c = self.reader("waiting_challenges").await?;
        let found = c.fetch(waiting, &values![made_since(now_ms)]).await?;
        let mut games = readable(&mut c, "game", &found, key);
        drop(c);
        games.retain(|game| given.contains(game));
        if games.is_empty() {
            return Ok(0);
        }
        self.change(Write::RenewChallenges { games, now_ms }).await
    }

    async fn forget_challenges(&self, now_ms: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM challenges WHERE created_at < $1";
        let before_ms = made_since(self.now(now_ms).await?);
        self.run(sql, &values![before_ms]).await
    }
}

fn listing(rows: &[impl Columns], now_ms: i64) -> Result<Listing, StoreError> {
    let mut total = rows.first().map_or(Ok(0), |row| row.count("total"))?;
    let mut challenges = Vec::with_capacity(rows.len());
    let mut unreadable = Vec::new();
    for row in rows {
        match challenge(row, now_ms) {
            Ok(challenge) => challenges.push(challenge),
            Err(why) => {
                total = total.saturating_sub(1);
                let game = key(row)?;
                unreadable.push(UnreadableChallenge { game, why });
            }
        }
    }
    challenges.sort_by(Challenge::order);
    Ok(Listing {
        challenges,
        total,
        unreadable,
    })
}

/// Row of [`LOBBY`], with the rating as of `now_ms` and the maker's name still to be read.
fn challenge(row: &impl Columns, now_ms: i64) -> Result<Challenge, StoreError> {
    let terms = row.text("terms")?;
    let terms: ChallengeTerms =
        serde_json::from_str(&terms).map_err(|_| unexpected_value("terms", &terms))?;
    Ok(Challenge {
        id: GameKey(row.text("id")?),
        game: named(row, "game", VariantId::ALL, VariantId::name)?,
        maker: PlayerInfo {
            rating: match terms.rated {
                true => Some(rating(row, now_ms)?.unwrap_or_else(|| Strength::unknown().shown())),
                false => None,
            },
            ..PlayerInfo::guest(row.text("maker")?)
        },
        terms,
        created_at_ms: row.number("created_at")?,
    })
}
