-- As on SQLite.
CREATE TABLE slots (
    slot  BIGINT NOT NULL PRIMARY KEY,
    owner TEXT,
    epoch BIGINT NOT NULL
);
INSERT INTO slots (slot, owner, epoch)
WITH RECURSIVE numbers (slot) AS (SELECT 0 UNION ALL SELECT slot + 1 FROM numbers WHERE slot < 1023)
SELECT slot, NULL, (SELECT COALESCE(MAX(epoch), 1) FROM games) FROM numbers;

DROP INDEX games_live;
ALTER TABLE games DROP COLUMN owner, DROP COLUMN epoch, DROP COLUMN lease_until, DROP COLUMN seen_at,
    DROP COLUMN turn_from;
-- By slot. The program computes the same hash.
CREATE INDEX games_live ON games ((CAST(CAST('x' || left(md5(id), 4) AS bit(16)) AS integer) % 1024)) WHERE live = 1;

ALTER TABLE servers DROP COLUMN seen_at;
DROP TABLE late_turns;
