//! Instructions of the hot paths of all four variants, counted by callgrind: one row per task, one
//! column per variant.

use gungraun::{library_benchmark, library_benchmark_group, main};
use komadai_instructions::{self as work, Work};
use komadai_rules::{Minishogi, Shogi, Shogun, Torishogi};

macro_rules! row {
    ($($name:ident),* $(,)?) => {
        $(
            #[library_benchmark]
            #[bench::shogi(work::$name::<Shogi>())]
            #[bench::minishogi(work::$name::<Minishogi>())]
            #[bench::torishogi(work::$name::<Torishogi>())]
            #[bench::shogun(work::$name::<Shogun>())]
            fn $name(work: Work) -> usize {
                work()
            }
        )*
        library_benchmark_group!(name = hot_paths, benchmarks = [$($name),*]);
    };
}

row!(
    count,
    list,
    captures_and_promotions,
    quiet_moves,
    checking_moves,
    mate_in_one,
    any_legal_move,
    gives_check,
    is_legal,
    play,
    perft_counted,
    perft_lists,
);

main!(library_benchmark_groups = hot_paths);
