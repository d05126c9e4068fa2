-- Moves the names of players from the events to `players`: events hold ids, so that a name can be changed and erased.
-- The migration of PostgreSQL is in its own folder.

-- The names in the log. A payload that is no JSON is left alone.
CREATE TEMPORARY TABLE logged AS
SELECT position, at, COALESCE(author, NULLIF(body ->> '$.player.id', '')) AS player,
    body ->> '$.player.name' AS name, body ->> '$.player.kind' AS kind, body ->> '$.player.guest' AS guest,
    body ->> '$.player.kind' IS NULL AS early
FROM (SELECT position, at, author, CASE WHEN json_valid(payload) THEN payload END AS body
    FROM events WHERE kind = 'joined');

-- Before protocol version 3 a guest had an English name, before version 5 a mark.
UPDATE logged SET kind = CASE
    WHEN guest = 1 OR (guest IS NULL AND name LIKE 'Guest ____') THEN 'guest' ELSE 'person' END WHERE kind IS NULL;
UPDATE logged SET name = substr(name, 7) WHERE guest IS NULL AND kind = 'guest' AND name LIKE 'Guest ____';

-- A player whose name is in the log alone keeps it, unless it was withdrawn: the last seat was taken as a
-- guest. Before protocol version 5 a guest had merely left the field of one game empty.
INSERT INTO players (id, name, kind, created_at)
SELECT player, name, kind, at FROM (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY player ORDER BY early AND kind = 'guest', position DESC) AS n
    FROM logged WHERE player IS NOT NULL AND name IS NOT NULL
) WHERE n = 1
ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind
    WHERE players.kind = 'guest' AND excluded.kind <> 'guest';
DROP TABLE logged;

UPDATE events SET
    author = COALESCE(author, NULLIF(payload ->> '$.player.id', '')),
    payload = json_remove(CASE json_type(payload, '$.player.rating') WHEN 'object'
        THEN json_set(payload, '$.rating', payload -> '$.player.rating') ELSE payload END, '$.player')
WHERE kind = 'joined' AND json_valid(payload);
