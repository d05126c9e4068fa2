-- Games that anyone may join: for half an hour, and while their makers are there.

CREATE TABLE challenges (
    game       TEXT   NOT NULL PRIMARY KEY REFERENCES games (id),
    maker      TEXT   NOT NULL,
    -- What the list says beside the game and its maker, as JSON.
    terms      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    -- When the maker was last seen at the game. Both by the clock that leases go by.
    renewed_at BIGINT NOT NULL
);
