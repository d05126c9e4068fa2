-- Lists of games that are read by key, however many games a player has.

-- The position of the event that ended the game, the order of a player's ended games; NULL until then. It is found from
-- the end of the log: only the offers of a rematch come after it.
ALTER TABLE player_games ADD COLUMN ended BIGINT;
UPDATE player_games SET ended = COALESCE(
    (SELECT e.position FROM events e WHERE e.game = player_games.game AND e.kind = 'ended'
        ORDER BY e.seq DESC LIMIT 1),
    (SELECT e.position FROM events e WHERE e.game = player_games.game ORDER BY e.seq DESC LIMIT 1),
    0) WHERE result IS NOT NULL;
CREATE INDEX player_games_ended ON player_games (player, ended);

-- How the games of a player have ended, of each of the four games.
CREATE TABLE player_results (
    player TEXT   NOT NULL,
    game   TEXT   NOT NULL,
    won    BIGINT NOT NULL,
    lost   BIGINT NOT NULL,
    drawn  BIGINT NOT NULL,
    PRIMARY KEY (player, game)
);
INSERT INTO player_results (player, game, won, lost, drawn)
    SELECT l.player, g.game, COUNT(CASE WHEN l.result = 'won' THEN 1 END),
        COUNT(CASE WHEN l.result = 'lost' THEN 1 END), COUNT(CASE WHEN l.result = 'drawn' THEN 1 END)
    FROM player_games l JOIN games g ON g.id = l.game
    WHERE l.result IN ('won', 'lost', 'drawn') GROUP BY l.player, g.game;

-- Events that a projection could not read and has passed over.
CREATE TABLE dead_letters (
    projection TEXT   NOT NULL,
    position   BIGINT NOT NULL,
    game       TEXT   NOT NULL,
    seq        BIGINT NOT NULL,
    why        TEXT   NOT NULL,
    PRIMARY KEY (projection, position)
);
