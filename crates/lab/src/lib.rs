//! Experiments on engines: games between levels.
