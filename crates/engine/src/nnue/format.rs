//! A net and its file format.
//!
//! All numbers are little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | `KNUE` |
//! | 2 | version, 1 |
//! | 16 | name of the variant in ASCII, padded with zeros |
//! | 2, 2, 2, 1 | accumulators per side (`L1`), king buckets, features per bucket, output buckets |
//! | 1 | [`Encoding`] of the feature weights |
//! | 2, 2, 2 | [`QA`], [`QB`], [`SCALE`] |
//! | 8 | hash of the [`Layout`] |
//! | … | feature weights `[bucket × features + feature][L1]`, 16 bits each or in LEB128 |
//! | 2 × L1 | feature biases |
//! | 2 × 2 × L1 × 8 | output weights `[output bucket][side to move, other side][L1]` |
//! | 4 × 8 | output biases |
//! | 8 | FNV-1a of everything before |

use komadai_rules::VariantId;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::aligned::{Aligned, CHUNK, Chunk};
use super::bytes::{Leb128Error, Reader, UnexpectedEnd, le_bytes, write_leb128};
use super::error::NetError;
use super::layout::{Layout, OUTPUT_BUCKETS};
use crate::fnv1a;

/// Quantised 1.0 of an accumulator.
pub const QA: i16 = 255;
/// Quantised 1.0 of an output weight.
pub const QB: i16 = 64;
/// Centipawns of an output of 1.0.
pub const SCALE: i16 = 400;
/// Maximum magnitude of an output weight: its product with [`QA`] fits into 16 bits.
pub const OUTPUT_WEIGHT_LIMIT: i16 = 127;

const MAGIC: &[u8; 4] = b"KNUE";
pub(super) const VERSION: u16 = 1;
const NAME_BYTES: usize = 16;
/// The number of accumulators per side is a multiple of this.
pub(super) const L1_STEP: usize = CHUNK;
/// Maximum of accumulators per side.
pub(super) const MAX_L1: usize = 2_048;
const HASH_BYTES: usize = 8;

/// Encoding of the feature weights in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Two bytes per weight.
    Fixed = 0,
    /// Signed LEB128: one byte for a weight from −64 to 63, two up to ±8191, at most three.
    #[default]
    Leb128 = 1,
}

/// An immutable net of one variant.
///
/// ```
/// use komadai_engine::nnue::{Encoding, Net, NetError};
/// use komadai_rules::VariantId;
/// let net = Net::zero(VariantId::Torishogi, 64)?;
/// let bytes = net.to_bytes(Encoding::Leb128);
/// assert_eq!(Net::from_bytes(&bytes)?, net);
/// assert_eq!(Net::from_bytes(&bytes[1..]), Err(NetError::NotANet));
/// # Ok::<(), NetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Net {
    layout: Layout,
    l1: usize,
    feature_weights: Aligned,
    feature_biases: Aligned,
    output_weights: Aligned,
    output_biases: [i32; OUTPUT_BUCKETS],
}

impl PartialEq for Net {
    fn eq(&self, other: &Self) -> bool {
        self.variant() == other.variant()
            && self.feature_weights == other.feature_weights
            && self.feature_biases == other.feature_biases
            && self.output_weights == other.output_weights
            && self.output_biases == other.output_biases
    }
}

impl Eq for Net {}

impl Net {
    /// A net with `l1` accumulators per side in which every number is 0.
    ///
    /// # Errors
    /// `l1` is not a multiple of 32 from 32 to 2048, or memory ran out.
    pub fn zero(variant: VariantId, l1: usize) -> Result<Net, NetError> {
        if l1 == 0 || l1 > MAX_L1 || l1 % L1_STEP != 0 {
            return Err(NetError::Accumulators { found: l1 });
        }
        let layout = Layout::of(variant);
        Ok(Net {
            l1,
            feature_weights: Aligned::zeros(layout.rows() * l1)?,
            feature_biases: Aligned::zeros(l1)?,
            output_weights: Aligned::zeros(OUTPUT_BUCKETS * 2 * l1)?,
            output_biases: [0; OUTPUT_BUCKETS],
            layout,
        })
    }

    /// A net of random numbers in the range of a trained one, for tests and benchmarks.
    /// Deterministic by seed.
    ///
    /// # Errors
    /// As for [`zero`](Net::zero).
    pub fn random(variant: VariantId, l1: usize, seed: u64) -> Result<Net, NetError> {
        let mut net = Net::zero(variant, l1)?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut fill = |numbers: &mut [i16], limit: i16| {
            let range = 2 * limit as u32 + 1;
            for number in numbers {
                *number = (rng.next_u32() % range) as i16 - limit;
            }
        };
        fill(&mut net.feature_weights, 40);
        fill(&mut net.feature_biases, 120);
        fill(&mut net.output_weights, OUTPUT_WEIGHT_LIMIT);
        Ok(net)
    }

    /// A net of given numbers.
    ///
    /// * `feature_weights`: `[bucket × features + feature][l1]`, quantised by [`QA`]
    /// * `feature_biases`: `[l1]`, quantised by [`QA`]
    /// * `output_weights`: `[output bucket][side to move, other side][l1]`, quantised by [`QB`], at
    ///   most [`OUTPUT_WEIGHT_LIMIT`] in magnitude
    /// * `output_biases`: `[output bucket]`, quantised by [`QA`] × [`QB`]
    ///
    /// # Errors
    /// A list has another length than the variant's layout requires, or a weight is too large.
    ///
    /// ```
    /// use komadai_rules::VariantId;
    /// use komadai_engine::nnue::{Layout, Net, OUTPUT_BUCKETS};
    /// let (variant, l1) = (VariantId::Minishogi, 32);
    /// let weights = vec![0; Layout::of(variant).rows() * l1];
    /// let outputs = vec![0; OUTPUT_BUCKETS * 2 * l1];
    /// let biases = [0; OUTPUT_BUCKETS];
    /// let net = Net::new(variant, &weights, &[0; 32], &outputs, biases).unwrap();
    /// assert_eq!(net, Net::zero(variant, l1).unwrap());
    /// assert!(Net::new(variant, &weights[1..], &[0; 32], &outputs, biases).is_err());
    /// ```
    pub fn new(
        variant: VariantId,
        feature_weights: &[i16],
        feature_biases: &[i16],
        output_weights: &[i16],
        output_biases: [i32; OUTPUT_BUCKETS],
    ) -> Result<Net, NetError> {
        let l1 = feature_biases.len();
        let empty = Net::zero(variant, l1)?;
        let lengths = [
            (
                "the number of feature weights",
                feature_weights.len(),
                empty.feature_weights.len(),
            ),
            (
                "the number of output weights",
                output_weights.len(),
                empty.output_weights.len(),
            ),
        ];
        for (what, found, expected) in lengths {
            same(what, found as u64, expected as u64)?;
        }
        check_output_weights(output_weights)?;
        Ok(Net {
            feature_weights: Aligned::of(feature_weights)?,
            feature_biases: Aligned::of(feature_biases)?,
            output_weights: Aligned::of(output_weights)?,
            output_biases,
            ..empty
        })
    }

    /// Variant of the net.
    #[must_use]
    pub fn variant(&self) -> VariantId {
        self.layout.variant()
    }

    /// Feature layout of the net.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Accumulators per side.
    #[must_use]
    pub fn l1(&self) -> usize {
        self.l1
    }

    /// Weights of a feature in a bucket, one for each accumulator.
    #[must_use]
    #[inline(always)]
    pub fn feature_row(&self, bucket: u8, feature: usize) -> &[i16] {
        let row = usize::from(bucket) * self.layout.features() + feature;
        &self.feature_weights[row * self.l1..][..self.l1]
    }

    /// Chunks per accumulator of a side.
    #[inline(always)]
    pub(super) fn width(&self) -> usize {
        self.l1 / CHUNK
    }

    #[inline(always)]
    pub(super) fn feature_chunks(&self, bucket: u8, feature: usize) -> &[Chunk] {
        let row = usize::from(bucket) * self.layout.features() + feature;
        &self.feature_weights.chunks()[row * self.width()..][..self.width()]
    }

    /// Weights of an output bucket: the side to move's, the other side's.
    #[inline(always)]
    pub(super) fn output_chunks(&self, bucket: usize) -> (&[Chunk], &[Chunk]) {
        let both = &self.output_weights.chunks()[bucket * 2 * self.width()..][..2 * self.width()];
        both.split_at(self.width())
    }

    /// Accumulator of a position without features.
    #[must_use]
    pub fn feature_biases(&self) -> &[i16] {
        &self.feature_biases
    }

    /// Weights of an output bucket: the side to move's, then the other side's.
    #[must_use]
    #[inline(always)]
    pub fn output_weights(&self, bucket: usize) -> &[i16] {
        &self.output_weights[bucket * 2 * self.l1..][..2 * self.l1]
    }

    /// Biases of the output buckets.
    #[must_use]
    pub fn output_biases(&self) -> &[i32; OUTPUT_BUCKETS] {
        &self.output_biases
    }

    /// Encodes the net as a file.
    #[must_use]
    pub fn to_bytes(&self, encoding: Encoding) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        let mut name = [0; NAME_BYTES];
        for (to, from) in name.iter_mut().zip(self.variant().name().bytes()) {
            *to = from;
        }
        bytes.extend_from_slice(&name);
        for count in [self.l1, self.layout.buckets(), self.layout.features()] {
            bytes.extend_from_slice(&(count as u16).to_le_bytes());
        }
        bytes.extend_from_slice(&[OUTPUT_BUCKETS as u8, encoding as u8]);
        for unit in [QA, QB, SCALE] {
            bytes.extend_from_slice(&unit.to_le_bytes());
        }
        bytes.extend_from_slice(&self.layout.hash().to_le_bytes());
        match encoding {
            Encoding::Fixed => bytes.extend(le_bytes(&self.feature_weights)),
            Encoding::Leb128 => {
                for &weight in self.feature_weights.iter() {
                    write_leb128(&mut bytes, weight);
                }
            }
        }
        bytes.extend(le_bytes(&self.feature_biases));
        bytes.extend(le_bytes(&self.output_weights));
        bytes.extend(self.output_biases.iter().flat_map(|it| it.to_le_bytes()));
        bytes.extend_from_slice(&fnv1a::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Decodes a file.
    ///
    /// # Errors
    /// The first fault found.
    ///
    /// ```
    /// use komadai_rules::VariantId;
    /// use komadai_engine::nnue::{Encoding, Net, NetError};
    /// let net = Net::random(VariantId::Minishogi, 32, 1).unwrap();
    /// let mut bytes = net.to_bytes(Encoding::Leb128);
    /// assert_eq!(Net::from_bytes(&bytes), Ok(net));
    /// bytes[100] ^= 1;
    /// assert_eq!(Net::from_bytes(&bytes), Err(NetError::Checksum));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, NetError> {
        let mut reader = Reader(bytes.strip_prefix(MAGIC).ok_or(NetError::NotANet)?);
        let too_short = |_: UnexpectedEnd| NetError::Length { found: bytes.len() };
        let version = reader.u16().map_err(too_short)?;
        if version != VERSION {
            return Err(NetError::Version { found: version });
        }
        let (content, sum) = bytes
            .split_last_chunk::<HASH_BYTES>()
            .ok_or(NetError::Checksum)?;
        if fnv1a::hash(content) != u64::from_le_bytes(*sum) {
            return Err(NetError::Checksum);
        }
        reader.0 = (reader.0.strip_suffix(sum.as_slice())).ok_or(NetError::Checksum)?;
        let net = read_content(&mut reader).map_err(|error| match error {
            ContentError::UnexpectedEnd => too_short(UnexpectedEnd),
            ContentError::Net(error) => error,
        })?;
        if reader.0.is_empty() {
            Ok(net)
        } else {
            Err(NetError::Length { found: bytes.len() })
        }
    }
}

enum ContentError {
    UnexpectedEnd,
    Net(NetError),
}

impl From<UnexpectedEnd> for ContentError {
    fn from(UnexpectedEnd: UnexpectedEnd) -> Self {
        Self::UnexpectedEnd
    }
}

impl From<Leb128Error> for ContentError {
    fn from(error: Leb128Error) -> Self {
        match error {
            Leb128Error::UnexpectedEnd => Self::UnexpectedEnd,
            Leb128Error::TooLarge { index } => Self::Net(NetError::FeatureWeight { index }),
        }
    }
}

impl From<NetError> for ContentError {
    fn from(error: NetError) -> Self {
        Self::Net(error)
    }
}

/// Reads the part between version and checksum; later bytes are left in the reader.
fn read_content(reader: &mut Reader<'_>) -> Result<Net, ContentError> {
    let name = reader.array::<NAME_BYTES>()?;
    let end = name.iter().position(|&it| it == 0).unwrap_or(NAME_BYTES);
    let variant = (name[end..].iter().all(|&it| it == 0))
        .then(|| std::str::from_utf8(&name[..end]).ok()?.parse().ok())
        .flatten()
        .ok_or(NetError::UnknownVariant)?;
    let l1 = usize::from(reader.u16()?);
    let counts = [reader.u16()?, reader.u16()?].map(u64::from);
    let [outputs, encoding] = reader.array::<2>()?;
    let units = [reader.u16()?, reader.u16()?, reader.u16()?].map(|it| it as i16);
    let hash = u64::from_le_bytes(reader.array()?);
    if units != [QA, QB, SCALE] {
        return Err(NetError::Quantisation { found: units }.into());
    }
    let layout = Layout::of(variant);
    same(
        "the number of king buckets",
        counts[0],
        layout.buckets() as u64,
    )?;
    same(
        "the number of features",
        counts[1],
        layout.features() as u64,
    )?;
    same(
        "the number of output layers",
        u64::from(outputs),
        OUTPUT_BUCKETS as u64,
    )?;
    same("the hash of the layout", hash, layout.hash())?;
    let mut net = Net::zero(variant, l1)?;
    match encoding {
        0 => reader.fill(&mut net.feature_weights)?,
        1 => reader.fill_leb128(&mut net.feature_weights)?,
        found => return Err(NetError::Encoding { found }.into()),
    }
    reader.fill(&mut net.feature_biases)?;
    reader.fill(&mut net.output_weights)?;
    for bias in &mut net.output_biases {
        *bias = i32::from_le_bytes(reader.array()?);
    }
    check_output_weights(&net.output_weights)?;
    Ok(net)
}

fn same(what: &'static str, found: u64, expected: u64) -> Result<(), NetError> {
    if found == expected {
        Ok(())
    } else {
        Err(NetError::Layout {
            what,
            found,
            expected,
        })
    }
}

fn check_output_weights(weights: &[i16]) -> Result<(), NetError> {
    let limit = OUTPUT_WEIGHT_LIMIT.unsigned_abs();
    match weights.iter().position(|it| it.unsigned_abs() > limit) {
        Some(index) => Err(NetError::OutputWeight {
            index,
            found: weights[index],
        }),
        None => Ok(()),
    }
}
