//! Agreement of all generators on the same trees, checked before any timing.

use crate::case::{Case, Convention};
use crate::peer::komadai::{Divided, Komadai, divide};
use crate::peer::{Peer, Tally};

#[derive(Clone, Copy, Debug)]
pub struct Agreed {
    pub depth: u32,
    pub tally: Tally,
    /// Surplus leaves of Fairy-Stockfish at the case's own depth, all of them mating pawn drops.
    pub drop_mates: u64,
}

/// The greatest depth, up to the case's own, whose tree has at most `limit` nodes.
fn affordable(case: &Case, limit: u64) -> Result<u32, String> {
    let mut depth = 1;
    while depth < case.depth {
        let nodes = Komadai
            .prepare(&case.at_depth(depth), Convention::Count)?
            .run(1)?
            .nodes;
        // Estimate the next level by the mean branching factor so far.
        let mean = nodes as f64 / case.positions.len() as f64;
        let next = nodes as f64 * mean.powf(1.0 / f64::from(depth));
        if next > limit as f64 {
            break;
        }
        depth += 1;
    }
    Ok(depth)
}

/// Compares nodes and moves of every peer with Komadai's, as deep as `limit` nodes allow.
pub fn agree(case: &Case, peers: &mut [Box<dyn Peer>], limit: u64) -> Result<Agreed, String> {
    let whole = case;
    let case = case.at_depth(affordable(case, limit)?);
    let tally = Komadai.tally(&case)?;
    let mut divided: Option<Divided> = None;
    for peer in peers {
        if !peer.plays(case.variant()) {
            continue;
        }
        // A peer that only shows the root's moves is compared at the timed depth.
        let case = if peer.knows_trees() { &case } else { whole };
        let theirs = peer.tally(case)?;
        let ours = if peer.knows_trees() {
            tally
        } else {
            match divided {
                Some(known) => known.tally,
                None => divided.insert(divide(case)?).tally,
            }
        };
        if theirs != ours {
            return Err(format!(
                "{} to depth {}: {} finds {} nodes, checksum {:016x}; ours are {} and {:016x}",
                case.id(),
                case.depth,
                peer.name(),
                theirs.nodes,
                theirs.checksum,
                ours.nodes,
                ours.checksum
            ));
        }
        for convention in Convention::ALL {
            if peer.knows(convention) && peer.knows_trees() {
                let timed = peer.prepare(case, convention)?.run(1)?.nodes;
                if timed != theirs.nodes {
                    return Err(format!(
                        "{} to depth {}: the timed walk of {} ({}) finds {timed} nodes, not {}",
                        case.id(),
                        case.depth,
                        peer.name(),
                        convention.name(),
                        theirs.nodes
                    ));
                }
            }
        }
    }
    Ok(Agreed {
        depth: case.depth,
        tally,
        drop_mates: divided.map_or(0, |divided| divided.drop_mates),
    })
}
