-- What keeps play between people fair. Networks and browsers are here as hashes under a key of this server.

-- The browsers in which a player has been.
CREATE TABLE player_devices (
    player TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (player, device)
);

-- From which networks games were offered and joined, until they have begun.
CREATE TABLE game_networks (
    game    TEXT   NOT NULL,
    player  TEXT   NOT NULL,
    -- maker or joiner
    role    TEXT   NOT NULL,
    network TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (game, player)
);
CREATE INDEX games_of_network ON game_networks (network, role);

-- Games from the lobby that a player has broken off one after the other, and when the last of them ended.
CREATE TABLE aborts (
    player   TEXT   NOT NULL PRIMARY KEY,
    in_a_row BIGINT NOT NULL,
    at       BIGINT NOT NULL
);
