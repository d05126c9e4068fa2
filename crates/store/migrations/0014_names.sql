-- Names are in `players` alone: events hold the ids of their authors, so that a name can be changed and erased.
-- PostgreSQL has words of its own for this.

-- The names in the log. A payload that is no JSON is left alone.
CREATE TEMPORARY TABLE said AS
SELECT position, at, COALESCE(author, NULLIF(body ->> '$.player.id', '')) AS player,
    body ->> '$.player.name' AS name, body ->> '$.player.kind' AS kind, body ->> '$.player.guest' AS guest
FROM (SELECT position, at, author, CASE WHEN json_valid(payload) THEN payload END AS body
    FROM events WHERE kind = 'joined');

-- Before protocol version 3 a guest had an English name, before version 5 a mark.
UPDATE said SET kind = CASE
    WHEN guest = 1 OR (guest IS NULL AND name LIKE 'Guest ____') THEN 'guest' ELSE 'person' END WHERE kind IS NULL;
UPDATE said SET name = substr(name, 7) WHERE guest IS NULL AND kind = 'guest' AND name LIKE 'Guest ____';

-- A player whom only the log knows by name keeps the last one.
INSERT INTO players (id, name, kind, created_at)
SELECT player, name, kind, at FROM (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY player ORDER BY kind = 'guest', position DESC) AS n
    FROM said WHERE player IS NOT NULL AND name IS NOT NULL
) WHERE n = 1
ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind
    WHERE players.kind = 'guest' AND excluded.kind <> 'guest';
DROP TABLE said;

UPDATE events SET
    author = COALESCE(author, NULLIF(payload ->> '$.player.id', '')),
    payload = json_remove(CASE json_type(payload, '$.player.rating') WHEN 'object'
        THEN json_set(payload, '$.rating', payload -> '$.player.rating') ELSE payload END, '$.player')
WHERE kind = 'joined' AND json_valid(payload);
