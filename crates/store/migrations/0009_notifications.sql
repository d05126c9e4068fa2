-- What players are told of their games; follows the events as lists do.
INSERT INTO projections (name, position) VALUES ('notifications', 0);

CREATE TABLE notifications (
    player   TEXT   NOT NULL,
    -- That of the event. It is the id: an event tells a player one thing.
    position BIGINT NOT NULL,
    -- joined, ended or rematch.
    kind     TEXT   NOT NULL,
    game     TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (player, position)
);
CREATE INDEX notifications_in_order ON notifications (position);

-- Up to where a player has read. It follows from nothing, so it is kept when the rest is made again.
CREATE TABLE notifications_read (
    player   TEXT   NOT NULL PRIMARY KEY,
    position BIGINT NOT NULL
);

-- What happened before there were notifications is no news.
INSERT INTO notifications_read (player, position)
    SELECT id, (SELECT COALESCE(MAX(position), 0) FROM events) FROM players;
