//! The rules of Shogi, Minishogi, Tori Shogi and Shogun Chess.
