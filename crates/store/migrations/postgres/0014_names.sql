-- Moves the names of players from the events to `players`, as the migration of SQLite does. A payload that is no JSON
-- is left alone.
CREATE FUNCTION pg_temp.readable(payload TEXT) RETURNS JSONB LANGUAGE plpgsql AS $$
BEGIN
    RETURN payload::jsonb;
EXCEPTION WHEN others THEN
    RETURN NULL;
END $$;

-- Every event on PostgreSQL is of protocol version 4 or later: a guest is marked as one.
CREATE TEMPORARY TABLE logged AS
SELECT position, at, body, COALESCE(author, NULLIF(body #>> '{player,id}', '')) AS player,
    body #>> '{player,name}' AS name,
    COALESCE(body #>> '{player,kind}',
        CASE body #>> '{player,guest}' WHEN 'true' THEN 'guest' ELSE 'person' END) AS kind,
    body #>> '{player,kind}' IS NULL AS early
FROM (SELECT position, at, author, pg_temp.readable(payload) AS body FROM events WHERE kind = 'joined') e
WHERE jsonb_typeof(body) = 'object';

INSERT INTO players (id, name, kind, created_at)
SELECT player, name, kind, at FROM (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY player ORDER BY early AND kind = 'guest', position DESC) AS n
    FROM logged WHERE player IS NOT NULL AND name IS NOT NULL
) last WHERE n = 1
ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind
    WHERE players.kind = 'guest' AND excluded.kind <> 'guest';

UPDATE events e SET author = s.player, payload = CAST((s.body - 'player') || CASE
    WHEN s.body #> '{player,rating}' IS NULL THEN '{}'::jsonb
    ELSE jsonb_build_object('rating', s.body #> '{player,rating}') END AS TEXT)
FROM logged s WHERE e.position = s.position;

DROP TABLE logged;
DROP FUNCTION pg_temp.readable(TEXT);
