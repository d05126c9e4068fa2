//! Control of a running search.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::info::Info;

/// Clock, stop flag and listener of a search, all optional. Limits are in
/// [`Limits`](crate::Limits).
///
/// ```
/// use komadai_engine::{AnyEngine, Control, Info, Limits};
/// use komadai_rules::{AnyGame, AnyPosition, VariantId, RuleSet};
///
/// let id = VariantId::Minishogi;
/// let game = AnyGame::new(AnyPosition::start(id), RuleSet::default_for(id));
/// let mut depths = Vec::new();
/// let mut on_info = |info: &Info| depths.push(info.depth);
/// let mut control = Control { on_info: Some(&mut on_info), ..Control::default() };
/// AnyEngine::new(id, 1)?.search(&game, &Limits::depth(3), &mut control)?;
/// assert_eq!(depths, [1, 2, 3]);
/// # Ok::<(), komadai_engine::OutOfMemory>(())
/// ```
#[derive(Default)]
pub struct Control<'a> {
    /// Milliseconds since any fixed moment; must be monotonic. Without a clock, time limits have no
    /// effect.
    pub now_ms: Option<&'a dyn Fn() -> u64>,
    /// Stops the search when set; read every 256 nodes.
    pub stop: Option<&'a AtomicBool>,
    /// Called after every principal variation of every iteration, the unfinished last one included.
    pub on_info: Option<&'a mut dyn FnMut(&Info)>,
}

impl Control<'_> {
    pub(crate) fn now(&self) -> u64 {
        self.now_ms.map_or(0, |now| now())
    }

    pub(crate) fn stop_requested(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    pub(crate) fn report(&mut self, info: &Info) {
        if let Some(on_info) = self.on_info.as_mut() {
            on_info(info);
        }
    }
}
