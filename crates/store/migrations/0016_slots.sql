-- A copy of the server holds slots of streams instead of leases on games. PostgreSQL has an index of its own for this.

CREATE TABLE slots (
    slot  BIGINT NOT NULL PRIMARY KEY,
    -- The copy that holds it, alive while its lease in `servers` lasts.
    owner TEXT,
    -- Rises with each change of the owner: an append names it.
    epoch BIGINT NOT NULL
);
INSERT INTO slots (slot, owner, epoch)
WITH RECURSIVE numbers (slot) AS (SELECT 0 UNION ALL SELECT slot + 1 FROM numbers WHERE slot < 1023)
SELECT slot, NULL, (SELECT COALESCE(MAX(epoch), 1) FROM games) FROM numbers;

DROP INDEX games_live;
ALTER TABLE games DROP COLUMN owner;
ALTER TABLE games DROP COLUMN epoch;
ALTER TABLE games DROP COLUMN lease_until;
ALTER TABLE games DROP COLUMN seen_at;
ALTER TABLE games DROP COLUMN turn_from;
CREATE INDEX games_live ON games (id) WHERE live = 1;

ALTER TABLE servers DROP COLUMN seen_at;
DELETE FROM servers;
DROP TABLE late_turns;
