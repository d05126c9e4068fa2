//! Search, evaluation and playing levels for four drop games.
