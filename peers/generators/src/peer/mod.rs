//! The measured generators.

use komadai_rules::{Move, VariantId};

use crate::case::{Case, Convention};
use crate::{checksum, clock};

pub mod before;
pub mod fairy;
pub mod haitaka;
pub mod komadai;
pub mod rsshogi;
pub mod sekirei;
pub mod shunsai;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Nodes of one walk through the case.
    pub nodes: u64,
    /// Processor time of one walk, in seconds.
    pub seconds: f64,
}

/// A prepared case, so that only the walk is timed.
pub trait Run {
    fn run(&mut self, times: u32) -> Result<Sample, String>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    pub nodes: u64,
    pub checksum: u64,
}

pub trait Peer {
    fn name(&self) -> &str;

    fn plays(&self, variant: VariantId) -> bool;

    fn knows(&self, convention: Convention) -> bool;

    /// `true` if its checksums cover whole trees.
    fn knows_trees(&self) -> bool {
        true
    }

    fn prepare(&mut self, case: &Case, convention: Convention)
    -> Result<Box<dyn Run + '_>, String>;

    /// Walks through the case move by move, untimed.
    ///
    /// The checksum is that of [`komadai::divide`] if [`Peer::knows_trees`] is false.
    fn tally(&mut self, case: &Case) -> Result<Tally, String>;
}

pub trait Generator {
    type Position;
    type Buffer: Default;

    fn read(text: &str) -> Result<Self::Position, String>;

    /// Counts leaves in the generator's fastest way.
    fn count(position: &mut Self::Position, depth: u32, buffer: &mut Self::Buffer) -> u64;

    /// Counts leaves by writing the last moves into lists.
    fn list(position: &mut Self::Position, depth: u32, buffer: &mut Self::Buffer) -> u64;

    /// All legal moves in Komadai's encoding, with the positions after them.
    fn children(position: &Self::Position) -> Vec<(Move, Self::Position)>;
}

/// The generators linked into this program, Komadai's first.
#[must_use]
pub fn linked() -> Vec<Box<dyn Peer>> {
    vec![
        Box::new(komadai::Komadai),
        Box::new(shunsai::Shunsai),
        Box::new(haitaka::Haitaka),
        Box::new(rsshogi::Rsshogi),
        Box::new(sekirei::Sekirei),
    ]
}

struct Ready<V: Generator> {
    positions: Vec<V::Position>,
    depth: u32,
    convention: Convention,
    buffer: V::Buffer,
}

impl<V: Generator> Run for Ready<V> {
    fn run(&mut self, times: u32) -> Result<Sample, String> {
        let (depth, buffer) = (self.depth, &mut self.buffer);
        let (nodes, seconds) = clock::time(|| {
            let mut nodes = 0;
            for _ in 0..times {
                for position in &mut self.positions {
                    let position = std::hint::black_box(position);
                    nodes += match self.convention {
                        Convention::Count => V::count(position, depth, buffer),
                        Convention::Lists => V::list(position, depth, buffer),
                    };
                }
            }
            nodes
        });
        Ok(Sample {
            nodes: nodes / u64::from(times),
            seconds: seconds / f64::from(times),
        })
    }
}

pub fn read_all<V: Generator>(case: &Case) -> Result<Vec<V::Position>, String> {
    case.positions
        .iter()
        .map(|text| V::read(text).map_err(|error| format!("{text}: {error}")))
        .collect()
}

fn prepare<V: Generator + 'static>(
    case: &Case,
    convention: Convention,
) -> Result<Box<dyn Run>, String> {
    Ok(Box::new(Ready::<V> {
        positions: read_all::<V>(case)?,
        depth: case.depth,
        convention,
        buffer: V::Buffer::default(),
    }))
}

fn tally<V: Generator>(case: &Case) -> Result<Tally, String> {
    let mut all = Tally {
        nodes: 0,
        checksum: 0,
    };
    for (index, position) in read_all::<V>(case)?.iter().enumerate() {
        let one = tally_tree::<V>(position, case.depth);
        all.nodes += one.nodes;
        all.checksum = all
            .checksum
            .wrapping_add(one.checksum.rotate_left(index as u32));
    }
    Ok(all)
}

fn tally_tree<V: Generator>(position: &V::Position, depth: u32) -> Tally {
    let mut sum = Tally {
        nodes: u64::from(depth == 0),
        checksum: u64::from(depth == 0),
    };
    if depth > 0 {
        for (mv, child) in V::children(position) {
            let below = tally_tree::<V>(&child, depth - 1);
            sum.nodes += below.nodes;
            sum.checksum = checksum::add(sum.checksum, mv, below.checksum);
        }
    }
    sum
}
