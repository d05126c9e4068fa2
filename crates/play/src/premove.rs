//! The premove held for the side that is not to move.

use komadai_protocol::Premove;
use komadai_rules::Side;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldPremove {
    pub(crate) side: Side,
    pub(crate) ply: u32,
    /// The move as canonical text.
    pub(crate) text: String,
    /// Id of the command that set it.
    pub(crate) id: String,
}

impl HeldPremove {
    /// The owner, who alone may see the premove.
    pub(crate) fn side(&self) -> Side {
        self.side
    }

    pub(crate) fn to_wire(&self) -> Premove {
        Premove {
            ply: self.ply,
            text: self.text.clone(),
        }
    }
}
