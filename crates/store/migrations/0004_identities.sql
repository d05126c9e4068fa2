-- A player's id is public; sessions of browsers and tokens of programs are the secrets. Before, the id was the
-- secret of the cookie: everybody gets another one, and the old one goes on as the secret of a session.
PRAGMA defer_foreign_keys = ON;

-- Whoever caused an event is a player.
INSERT INTO players (id, name, guest, created_at)
SELECT author, substr(author, 1, 4), 1, MIN(at) FROM events
WHERE author IS NOT NULL AND author NOT IN (SELECT id FROM players) GROUP BY author;

CREATE TEMPORARY TABLE renamed (
    old TEXT NOT NULL PRIMARY KEY,
    new TEXT NOT NULL UNIQUE
);
INSERT INTO renamed (old, new) SELECT id, lower(hex(randomblob(8))) FROM players;

-- What sort of player: guest (without a name of their own), person, or program.
ALTER TABLE players ADD COLUMN kind TEXT NOT NULL DEFAULT 'person';
UPDATE players SET kind = 'guest' WHERE guest <> 0;
ALTER TABLE players DROP COLUMN guest;
UPDATE players SET id = (SELECT new FROM renamed WHERE old = id);
UPDATE games SET
    first_player  = (SELECT new FROM renamed WHERE old = first_player),
    second_player = (SELECT new FROM renamed WHERE old = second_player);

-- A browser that is signed in. `hash` is the SHA-256 of its secret in hexadecimal; the program replaces
-- "unhashed:", which SQL cannot.
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
-- A browser kept its cookie for 400 days, whatever the server does.
INSERT INTO sessions (id, hash, player, label, created_at, seen_at, expires_at)
SELECT lower(hex(randomblob(8))), 'unhashed:' || r.old, p.id, '', p.created_at, p.created_at,
       (CAST(strftime('%s', 'now') AS INTEGER) + 34560000) * 1000
FROM players p JOIN renamed r ON r.new = p.id;

-- A program that acts for a player. `scopes` is a list with spaces between.
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

-- Who knows it may take the free seat; the key of the game is for watching. Before, the key was both.
ALTER TABLE games ADD COLUMN invitation TEXT;
UPDATE games SET invitation = id WHERE status = 'waiting';

-- `position` numbers the events of all games in the order of their commits.
CREATE TABLE positioned (
    position INTEGER NOT NULL PRIMARY KEY,
    game     TEXT    NOT NULL REFERENCES games (id),
    seq      BIGINT  NOT NULL,
    epoch    BIGINT  NOT NULL,
    at       BIGINT  NOT NULL,
    kind     TEXT    NOT NULL,
    payload  TEXT    NOT NULL,
    -- Who caused it and under which command id, so that a repeated command is known again.
    author   TEXT,
    command  TEXT,
    UNIQUE (game, seq)
);
INSERT INTO positioned (position, game, seq, epoch, at, kind, payload, author, command)
SELECT e.rowid, e.game, e.seq, e.epoch, e.at, e.kind, e.payload, r.new, e.command
FROM events e LEFT JOIN renamed r ON r.old = e.author ORDER BY e.rowid;
DROP TABLE events;
ALTER TABLE positioned RENAME TO events;
DROP TABLE renamed;
