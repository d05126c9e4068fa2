-- A guest has no name, only letters that tell guests apart: pages say "Guest" in their language.

ALTER TABLE players ADD COLUMN guest BIGINT NOT NULL DEFAULT 0;

UPDATE players SET guest = 1, name = substr(name, 7) WHERE name LIKE 'Guest ____';
