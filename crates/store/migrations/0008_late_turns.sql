-- From when the running turn may be charged for, on the time line of the server that appended it: nobody could know of
-- an event before it was stored.
-- When the referee began to store the event that began the turn.
ALTER TABLE games ADD COLUMN turn_from BIGINT NOT NULL DEFAULT 0;

-- And where that took a while: when it was done, or up to when it was not, as its server said with its last sign of
-- life. The last turn of a game and the one that may be on its way.
CREATE TABLE late_turns (
    game    TEXT   NOT NULL,
    -- The event that began the turn.
    epoch   BIGINT NOT NULL,
    seq     BIGINT NOT NULL,
    from_ms BIGINT NOT NULL,
    PRIMARY KEY (game, epoch, seq)
);
