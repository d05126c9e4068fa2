-- How well players play, by Glicko-2: a projection. One of each of the four games that a player has been rated in.

CREATE TABLE ratings (
    player     TEXT             NOT NULL,
    game       TEXT             NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    -- How many games were rated, and when the last of them ended.
    games      BIGINT           NOT NULL,
    at         BIGINT           NOT NULL,
    PRIMARY KEY (player, game)
);
CREATE INDEX ratings_best ON ratings (game, rating);

-- What a game has changed, for each side.
CREATE TABLE rating_changes (
    game             TEXT             NOT NULL,
    side             TEXT             NOT NULL,
    player           TEXT             NOT NULL,
    rating_before    DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    rating_after     DOUBLE PRECISION NOT NULL,
    deviation_after  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, side)
);

-- None of the games before was rated.
INSERT INTO projections (name, position) SELECT 'ratings', COALESCE(MAX(position), 0) FROM events;
