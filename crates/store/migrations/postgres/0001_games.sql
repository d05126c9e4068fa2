-- What SQLite's migrations have come to; what the columns mean is said there. Times are milliseconds since 1970.

CREATE TABLE players (
    id         TEXT   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE sessions (
    id         TEXT   NOT NULL PRIMARY KEY,
    hash       TEXT   NOT NULL UNIQUE,
    player     TEXT   NOT NULL REFERENCES players (id),
    label      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_of_player ON sessions (player);

CREATE TABLE tokens (
    id         TEXT   NOT NULL PRIMARY KEY,
    hash       TEXT   NOT NULL UNIQUE,
    player     TEXT   NOT NULL REFERENCES players (id),
    name       TEXT   NOT NULL,
    scopes     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX tokens_of_player ON tokens (player);

-- A move changes no column of an index: room in each page lets PostgreSQL keep the new row beside the old one.
CREATE TABLE games (
    id            TEXT   NOT NULL PRIMARY KEY,
    game          TEXT   NOT NULL,
    status        TEXT   NOT NULL,
    first_player  TEXT   REFERENCES players (id),
    second_player TEXT   REFERENCES players (id),
    side          TEXT   NOT NULL,
    ply           BIGINT NOT NULL,
    outcome       TEXT,
    live          BIGINT NOT NULL,
    seq           BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    owner         TEXT,
    epoch         BIGINT NOT NULL,
    lease_until   BIGINT NOT NULL,
    invitation    TEXT
) WITH (fillfactor = 70);
CREATE INDEX games_of_first ON games (first_player);
CREATE INDEX games_of_second ON games (second_player);
CREATE INDEX games_live ON games (owner) WHERE live = 1;

CREATE TABLE events (
    position BIGINT NOT NULL PRIMARY KEY,
    game     TEXT   NOT NULL REFERENCES games (id),
    seq      BIGINT NOT NULL,
    epoch    BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    kind     TEXT   NOT NULL,
    payload  TEXT   NOT NULL,
    author   TEXT,
    command  TEXT,
    UNIQUE (game, seq)
);

-- The last position. Who commits events locks the row from taking positions to the commit, so that they become visible
-- in their order; those of a sequence would not.
CREATE TABLE log_end (
    id       BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    position BIGINT NOT NULL
) WITH (fillfactor = 10);
INSERT INTO log_end (id, position) VALUES (1, 0);

-- Until when a server holds its games, by the clock of the database.
CREATE TABLE servers (
    id          TEXT   NOT NULL PRIMARY KEY,
    lease_until BIGINT NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE settings (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
