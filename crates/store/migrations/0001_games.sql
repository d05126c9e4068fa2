-- Types that SQLite and PostgreSQL share: TEXT and BIGINT. Times are milliseconds since 1970.

CREATE TABLE players (
    id         TEXT   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

-- A row a game. Everything here but owner, epoch and lease_until follows from the events.
CREATE TABLE games (
    id            TEXT   NOT NULL PRIMARY KEY,
    game          TEXT   NOT NULL,
    status        TEXT   NOT NULL,
    first_player  TEXT   REFERENCES players (id),
    second_player TEXT   REFERENCES players (id),
    side          TEXT   NOT NULL,
    ply           BIGINT NOT NULL,
    outcome       TEXT,
    -- 1 while a clock runs: such games are armed again when a server starts.
    live          BIGINT NOT NULL,
    seq           BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    -- The one referee of the game: which server, since which take-over, until when.
    owner         TEXT,
    epoch         BIGINT NOT NULL,
    lease_until   BIGINT NOT NULL
);

CREATE INDEX games_of_first ON games (first_player, status, updated_at);
CREATE INDEX games_of_second ON games (second_player, status, updated_at);
CREATE INDEX games_live ON games (live, owner);

-- The truth: what happened, numbered from 1 in each game, never changed.
CREATE TABLE events (
    game    TEXT   NOT NULL REFERENCES games (id),
    seq     BIGINT NOT NULL,
    epoch   BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    kind    TEXT   NOT NULL,
    payload TEXT   NOT NULL,
    -- Who caused it and under which command id, so that a repeated command is known again.
    author  TEXT,
    command TEXT,
    PRIMARY KEY (game, seq)
);

-- Values the server makes once, such as the key that signs cookies.
CREATE TABLE settings (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
