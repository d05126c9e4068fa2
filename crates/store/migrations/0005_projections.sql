-- What follows from the events of all games, in the order of their positions: `komadai rebuild` makes it again.

-- The position up to which each of them has followed.
CREATE TABLE projections (
    name     TEXT   NOT NULL PRIMARY KEY,
    position BIGINT NOT NULL
);
INSERT INTO projections (name, position) VALUES ('player-games', 0);

-- The games of a player.
CREATE TABLE player_games (
    player TEXT NOT NULL,
    game   TEXT NOT NULL,
    side   TEXT NOT NULL,
    -- won, lost, drawn or aborted (also a withdrawn invitation); NULL until the game has ended.
    result TEXT,
    PRIMARY KEY (player, game)
);

DROP INDEX games_of_first;
DROP INDEX games_of_second;

-- Moves change neither column.
CREATE INDEX games_waiting ON games (id) WHERE status = 'waiting';
