-- Until when a server holds its games: one row is renewed for all of them. `games.lease_until` says so of a game
-- that was given back.

CREATE TABLE servers (
    id          TEXT   NOT NULL PRIMARY KEY,
    lease_until BIGINT NOT NULL
);

-- What changes with every move is in no index.
DROP INDEX games_of_first;
DROP INDEX games_of_second;
DROP INDEX games_live;
CREATE INDEX games_of_first ON games (first_player);
CREATE INDEX games_of_second ON games (second_player);
CREATE INDEX games_live ON games (owner) WHERE live = 1;
