//! Choice between the classical evaluation and a net.

use std::collections::TryReserveError;
use std::sync::Arc;

use komadai_rules::{Position, Square, Variant, VariantId};

use crate::eval::Evaluator;
use crate::nnue::{Accumulators, Net, NetError, embedded_net};

/// Evaluation used by an engine.
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
    /// The embedded net of the variant (feature `nets`), or the classical evaluation if there is
    /// none.
    #[default]
    Default,
    /// Hand-written terms with tuned weights; needs no net.
    Classical,
    /// A net, for positions of its variant.
    Net(Arc<Net>),
}

impl From<Net> for Evaluation {
    fn from(net: Net) -> Self {
        Evaluation::Net(Arc::new(net))
    }
}

impl Evaluation {
    /// Net for a variant; `None` for the classical evaluation.
    pub(crate) fn net(&self, variant: VariantId) -> Result<Option<Arc<Net>>, NetError> {
        match self {
            Evaluation::Default => embedded_net(variant),
            Evaluation::Classical => Ok(None),
            Evaluation::Net(net) if net.variant() == variant => Ok(Some(Arc::clone(net))),
            Evaluation::Net(net) => Err(NetError::OtherVariant {
                found: net.variant(),
                wanted: variant,
            }),
        }
    }
}

/// Incremental evaluation along the current line of a search.
pub(crate) enum LineEvaluation<V: Variant> {
    Classical,
    Nnue(Accumulators<V>),
    /// A net without accumulators.
    #[cfg(test)]
    Reference(Arc<Net>),
}

impl<V: Variant> LineEvaluation<V> {
    pub(crate) fn new(net: Option<&Arc<Net>>) -> Result<Self, TryReserveError> {
        Ok(match net {
            None => LineEvaluation::Classical,
            Some(net) => LineEvaluation::Nnue(Accumulators::new(Arc::clone(net))?),
        })
    }

    /// Starts a line at `root`, which has ply 0.
    pub(crate) fn begin(&mut self, root: &Position<V>) {
        match self {
            LineEvaluation::Classical => {}
            LineEvaluation::Nnue(accumulators) => accumulators.begin(root),
            #[cfg(test)]
            LineEvaluation::Reference(_) => {}
        }
    }

    /// Updates for a move to the square `to` from the position at `ply`.
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

    /// Updates for a null move at `ply`.
    #[inline(always)]
    pub(crate) fn play_null_move(&mut self, ply: usize) {
        match self {
            LineEvaluation::Classical => {}
            LineEvaluation::Nnue(accumulators) => accumulators.play_null_move(ply),
            #[cfg(test)]
            LineEvaluation::Reference(_) => {}
        }
    }

    /// Evaluation of the position at `ply`, in centipawns for its side to move.
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
