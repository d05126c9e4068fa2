//! Why something is no net for this engine.

use std::collections::TryReserveError;
use std::fmt;

use komadai_rules::VariantId;

use super::format::{L1_STEP, MAX_L1, OUTPUT_WEIGHT_LIMIT, QA, QB, SCALE, VERSION};

/// Why bytes are no net for this engine.
///
/// ```
/// use komadai_engine::nnue::{Net, NetError};
/// let error = Net::from_bytes(b"PNG").unwrap_err();
/// assert_eq!(error, NetError::NotANet);
/// assert_eq!(error.to_string(), "not a net: a file of a net begins with KNUE");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetError {
    /// They do not begin as a net does.
    NotANet,
    /// A version that this engine does not read.
    Version {
        /// The file's.
        found: u16,
    },
    /// The sum at the end says that something is damaged or missing.
    Checksum,
    /// A net of a game that does not exist.
    UnknownVariant,
    /// A net of another game than the one it is wanted for.
    OtherVariant {
        /// The game it is for.
        found: VariantId,
        /// The game it is wanted for.
        wanted: VariantId,
    },
    /// The number of accumulators of a side is not a multiple of 32 from 32 to 2048.
    Accumulators {
        /// The file's.
        found: usize,
    },
    /// Made for other features than this engine's.
    Layout {
        /// What differs.
        what: &'static str,
        /// The file's value.
        found: u64,
        /// This engine's value.
        expected: u64,
    },
    /// Made for other units than [`QA`], [`QB`] and [`SCALE`].
    Quantisation {
        /// The file's, in this order.
        found: [i16; 3],
    },
    /// An encoding that does not exist.
    Encoding {
        /// The file's.
        found: u8,
    },
    /// Fewer or more bytes than the numbers in the header mean.
    Length {
        /// The bytes there are.
        found: usize,
    },
    /// A feature weight that does not fit into 16 bits.
    FeatureWeight {
        /// Its index.
        index: usize,
    },
    /// An output weight beyond ±[`OUTPUT_WEIGHT_LIMIT`].
    OutputWeight {
        /// Its index.
        index: usize,
        /// The file's value.
        found: i16,
    },
    /// There is no memory for it.
    OutOfMemory,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::NotANet => f.write_str("not a net: a file of a net begins with KNUE"),
            NetError::Version { found } => {
                write!(f, "a net of version {found}; this engine reads {VERSION}")
            }
            NetError::Checksum => f.write_str("the net is damaged or cut off (checksum)"),
            NetError::UnknownVariant => f.write_str("a net of an unknown game"),
            NetError::OtherVariant { found, wanted } => {
                write!(f, "a net of {found}; wanted is one of {wanted}")
            }
            NetError::Accumulators { found } => write!(
                f,
                "a net with {found} accumulators; their number is a multiple of {L1_STEP} up to {MAX_L1}"
            ),
            NetError::Layout {
                what,
                found,
                expected,
            } => write!(
                f,
                "a net for other features: {what} is {found}; this engine has {expected}"
            ),
            NetError::Quantisation { found } => write!(
                f,
                "a net in other units: {found:?}; this engine has {:?}",
                [QA, QB, SCALE]
            ),
            NetError::Encoding { found } => {
                write!(f, "a net in encoding {found}; this engine reads 0 and 1")
            }
            NetError::Length { found } => {
                write!(
                    f,
                    "a net of {found} bytes, which is not what its header says"
                )
            }
            NetError::FeatureWeight { index } => {
                write!(
                    f,
                    "feature weight {index} of the net does not fit into 16 bits"
                )
            }
            NetError::OutputWeight { index, found } => write!(
                f,
                "output weight {index} of the net is {found}; the limit is ±{OUTPUT_WEIGHT_LIMIT}"
            ),
            NetError::OutOfMemory => f.write_str("no memory for the net"),
        }
    }
}

impl std::error::Error for NetError {}

impl From<TryReserveError> for NetError {
    fn from(_: TryReserveError) -> Self {
        NetError::OutOfMemory
    }
}
