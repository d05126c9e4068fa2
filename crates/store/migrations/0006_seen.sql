-- Up to when a game was refereed, on the time line of the server that did, which is also that of its events: a clock
-- is charged up to then. `lease_until` goes by the clock of the leases.
-- Of a server: when it last said that it lives. Of a game: of the referee before the one that has it.

ALTER TABLE games ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE servers ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0;
-- Leases held three seconds.
UPDATE games SET seen_at = lease_until - 3000;
UPDATE servers SET seen_at = lease_until - 3000;
