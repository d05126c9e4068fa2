//! What evaluates positions: the classical evaluation or a net.

use std::collections::TryReserveError;
use std::sync::Arc;

use komadai_rules::{Position, Square, Variant, VariantId};

use crate::eval::Evaluator;
use crate::games::embedded_net;
use crate::nnue::{Accumulators, Net, NetError};

/// Which evaluation an engine uses.
///
/// ```
/// use komadai_engine::nnue::{Net, NetError};
/// use komadai_engine::{Engine, Evaluation};
/// use komadai_rules::{VariantId, Minishogi};
///
/// let mut engine = Engine::<Minishogi>::new(1)?;
/// engine.set_evaluation(&Evaluation::Classical)?;
/// let net = Net::zero(VariantId::Torishogi, 32)?;
/// let refused = engine.set_evaluation(&Evaluation::from(net));
/// assert!(matches!(refused, Err(NetError::OtherVariant { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Evaluation {
    /// The net that the crate was built with for the game (feature `nets`), or the classical
    /// evaluation where there is none.
    #[default]
    Default,
    /// The classical evaluation.
    Classical,
    /// A net, for its game.
    Net(Arc<Net>),
}

impl From<Net> for Evaluation {
    fn from(net: Net) -> Self {
        Evaluation::Net(Arc::new(net))
    }
}

impl Evaluation {
    /// The net of a game; `None` for the classical evaluation.
    pub(crate) fn net(&self, game: VariantId) -> Result<Option<Arc<Net>>, NetError> {
        match self {
            Evaluation::Default => embedded_net(game),
            Evaluation::Classical => Ok(None),
            Evaluation::Net(net) if net.variant() == game => Ok(Some(Arc::clone(net))),
            Evaluation::Net(net) => Err(NetError::OtherVariant {
                found: net.variant(),
                wanted: game,
            }),
        }
    }
}

/// The evaluation of the positions of a line, with what it keeps from one to the next.
pub(crate) enum LineEvaluation<V: Variant> {
    Classical,
    Nnue(Accumulators<V>),
    /// A net, from scratch.
    #[cfg(test)]
    Reference(Arc<Net>),
}

impl<V: Variant> LineEvaluation<V> {
    /// By a net of the game, or classical.
    pub(crate) fn new(net: Option<&Arc<Net>>) -> Result<Self, TryReserveError> {
        Ok(match net {
            None => LineEvaluation::Classical,
            Some(net) => LineEvaluation::Nnue(Accumulators::new(Arc::clone(net))?),
        })
    }

    /// The line begins at `root`, which has ply 0.
    pub(crate) fn begin(&mut self, root: &Position<V>) {
        match self {
            LineEvaluation::Classical => {}
            LineEvaluation::Nnue(accumulators) => accumulators.begin(root),
            #[cfg(test)]
            LineEvaluation::Reference(_) => {}
        }
    }

    /// A move to the square `to` led from the position at `ply` to the next one.
    #[inline(always)]
    pub(crate) fn play(
        &mut self,
        before: &Position<V>,
        after: &Position<V>,
        to: Square,
        ply: usize,
    ) {
        match self {
            LineEvaluation::Classical => {}
            LineEvaluation::Nnue(accumulators) => accumulators.play(before, after, to, ply),
            #[cfg(test)]
            LineEvaluation::Reference(_) => {}
        }
    }

    /// A null move was played at `ply`.
    #[inline(always)]
    pub(crate) fn play_null_move(&mut self, ply: usize) {
        match self {
            LineEvaluation::Classical => {}
            LineEvaluation::Nnue(accumulators) => accumulators.play_null_move(ply),
            #[cfg(test)]
            LineEvaluation::Reference(_) => {}
        }
    }

    /// The evaluation of the position at `ply` in centipawns for its side to move.
    #[inline]
    pub(crate) fn evaluate(
        &mut self,
        classical: &Evaluator<V>,
        position: &Position<V>,
        ply: usize,
    ) -> i32 {
        match self {
            LineEvaluation::Classical => classical.evaluate(position),
            LineEvaluation::Nnue(accumulators) => accumulators.evaluate(position, ply),
            #[cfg(test)]
            LineEvaluation::Reference(net) => crate::nnue::evaluate(net, position),
        }
    }
}
