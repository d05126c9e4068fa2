use std::collections::TryReserveError;
use std::fmt;

use komadai_rules::VariantId;

use super::format::{L1_STEP, MAX_L1, OUTPUT_WEIGHT_LIMIT, QA, QB, SCALE, VERSION};

/// Reason why bytes are not a net that this engine can use.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NetError {
    /// The file does not start with the magic bytes.
    NotANet,
    /// An unsupported version.
    Version {
        /// Version of the file.
        found: u16,
    },
    /// The checksum does not match: the file is damaged or truncated.
    Checksum,
    /// A net of an unknown variant.
    UnknownVariant,
    /// A net of another variant than the engine's.
    OtherVariant {
        /// Variant in the header of the file.
        found: VariantId,
        /// Variant of the engine.
        wanted: VariantId,
    },
    /// The number of accumulators per side is not a multiple of 32 from 32 to 2048.
    Accumulators {
        /// Number in the file.
        found: usize,
    },
    /// A net with another feature layout.
    Layout {
        /// Name of the property that differs.
        what: &'static str,
        /// Value in the file.
        found: u64,
        /// Value of this engine.
        expected: u64,
    },
    /// Quantisation other than [`QA`], [`QB`] and [`SCALE`].
    Quantisation {
        /// Values in the file, in this order.
        found: [i16; 3],
    },
    /// An unknown encoding.
    Encoding {
        /// Encoding in the file.
        found: u8,
    },
    /// The length of the file contradicts its header.
    Length {
        /// Length in bytes.
        found: usize,
    },
    /// A feature weight that does not fit into 16 bits.
    FeatureWeight {
        /// Index in the order of the file.
        index: usize,
    },
    /// An output weight beyond ±[`OUTPUT_WEIGHT_LIMIT`].
    OutputWeight {
        /// Index in the order of the file.
        index: usize,
        /// Value in the file.
        found: i16,
    },
    /// Out of memory.
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
