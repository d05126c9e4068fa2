-- Codes for signing in were rows of `tokens`; here they end with the session that made them.
CREATE TABLE one_time (
    -- The SHA-256 of the code, in hexadecimal.
    hash       TEXT   NOT NULL PRIMARY KEY,
    player     TEXT   NOT NULL REFERENCES players (id),
    session    TEXT   NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    -- sign-in
    purpose    TEXT   NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX one_time_of_session ON one_time (session);
CREATE INDEX one_time_of_player ON one_time (player);
DELETE FROM tokens WHERE scopes = 'sign-in';

-- When a code of an old session proved that this one may end older ones; NULL: it has not been proved.
ALTER TABLE sessions ADD COLUMN proved_at BIGINT;

-- NULL: the token never expires.
ALTER TABLE tokens ADD COLUMN expires_at BIGINT;
