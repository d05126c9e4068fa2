-- One consumer follows the events and feeds all projections. They can be fed an event again without harm.
UPDATE projections SET name = 'views', position = (SELECT MIN(position) FROM projections)
    WHERE name = 'player-games';
DELETE FROM projections WHERE name <> 'views';

-- The events that change a projection.
CREATE INDEX events_of_views ON events (position) WHERE kind IN ('joined', 'offered', 'ended');

-- Unfinished games of a player are read from the games themselves. Moves change no column of these indexes.
DELETE FROM player_games WHERE ended IS NULL;
CREATE INDEX games_of_first ON games (first_player) WHERE status <> 'ended';
CREATE INDEX games_of_second ON games (second_player) WHERE status <> 'ended';

-- Lists are read from the rows of games: a seat that only the log knows is put there.
UPDATE games SET first_player = (SELECT e.author FROM events e JOIN players p ON p.id = e.author
        WHERE e.game = games.id AND e.kind = 'joined' AND e.payload LIKE '%"first"%' ORDER BY e.seq DESC LIMIT 1)
    WHERE first_player IS NULL;
UPDATE games SET second_player = (SELECT e.author FROM events e JOIN players p ON p.id = e.author
        WHERE e.game = games.id AND e.kind = 'joined' AND e.payload LIKE '%"second"%' ORDER BY e.seq DESC LIMIT 1)
    WHERE second_player IS NULL;

-- Events 1 to `seq` of an ended game, compressed, which are no longer in `events`: see `fold.rs`.
CREATE TABLE folded (
    game     TEXT   NOT NULL PRIMARY KEY REFERENCES games (id),
    seq      BIGINT NOT NULL,
    -- Position of event `seq`.
    position BIGINT NOT NULL,
    -- Position of the event that ended the game.
    ended    BIGINT NOT NULL,
    events   BYTEA  NOT NULL
);
CREATE INDEX folded_in_order ON folded (ended);
