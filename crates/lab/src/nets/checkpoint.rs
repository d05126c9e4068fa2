//! Checkpoints of training.
//!
//! Format: a line of JSON; for each table of weights the weights, first moments and second moments as
//! 32-bit floats; the bytes of the best net so far; FNV-1a, 64 bits, of all bytes before. Numbers are
//! little-endian. The tables: for each 32 columns of the first layer the rows of all king buckets, the
//! shared rows and the bias, 32 numbers a row; then the output weights, bucket by bucket, 32 numbers a
//! row, and 32 numbers of which the first 8 are the output biases.

use komadai_engine::fnv1a;
use serde::{Deserialize, Serialize};

use super::data::NetData;
use super::trainer::{Best, NetPlan, NetPlanError, NetTrainer, Place};

const VERSION: u32 = 1;

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum CheckpointError {
    #[error(transparent)]
    Plan(#[from] NetPlanError),
    #[error("it is no checkpoint of training: {0}")]
    Header(String),
    #[error("it was made with another {what}: {theirs}, here {ours}")]
    Other {
        what: &'static str,
        theirs: String,
        ours: String,
    },
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Header {
    komadai_checkpoint: u32,
    game: String,
    features: usize,
    buckets: usize,
    layout: String,
    plan: NetPlan,
    positions: usize,
    data: String,
    epoch: u32,
    batch: u64,
    step: u64,
    /// Bits of an `f64`, since decimals need not round-trip.
    loss: u64,
    best: Option<BestHeader>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct BestHeader {
    epoch: u32,
    /// Bits of an `f64`.
    loss: u64,
    bytes: usize,
}

fn header(trainer: &NetTrainer, data: &NetData) -> Header {
    let layout = data.layout();
    Header {
        komadai_checkpoint: VERSION,
        game: data.variant().name().into(),
        features: layout.features(),
        buckets: layout.buckets(),
        layout: format!("{:016x}", layout.hash()),
        plan: trainer.plan,
        positions: data.training.len(),
        data: format!("{:016x}", data.fingerprint),
        epoch: trainer.place.epoch,
        batch: trainer.place.batch,
        step: trainer.place.step,
        loss: trainer.place.loss.to_bits(),
        best: trainer.best.as_ref().map(|best| BestHeader {
            epoch: best.epoch,
            loss: best.loss.to_bits(),
            bytes: best.net.len(),
        }),
    }
}

pub(super) fn to_bytes(trainer: &NetTrainer, data: &NetData) -> Vec<u8> {
    let header = header(trainer, data);
    let mut bytes = serde_json::to_vec(&header).unwrap_or_default();
    bytes.push(b'\n');
    for table in trainer.weights.tables() {
        for part in [&table.weights, &table.first, &table.second] {
            bytes.extend(
                part.iter()
                    .flatten()
                    .flat_map(|number| number.to_le_bytes()),
            );
        }
    }
    if let Some(best) = &trainer.best {
        bytes.extend_from_slice(&best.net);
    }
    bytes.extend(fnv1a::hash(&bytes).to_le_bytes());
    bytes
}

pub(super) fn restore(
    trainer: &mut NetTrainer,
    data: &NetData,
    bytes: &[u8],
) -> Result<(), CheckpointError> {
    let line = bytes.iter().position(|&byte| byte == b'\n');
    let (line, rest) = bytes.split_at(line.unwrap_or(0));
    let rest = rest.get(1..).unwrap_or_default();
    let found: Header =
        serde_json::from_slice(line).map_err(|error| CheckpointError::Header(error.to_string()))?;
    compare(&found, &header(trainer, data))?;
    let (mut rest, checksum) = rest
        .split_last_chunk::<8>()
        .ok_or(CheckpointError::Damaged("it ends early"))?;
    if *checksum != fnv1a::hash(&bytes[..bytes.len() - 8]).to_le_bytes() {
        return Err(CheckpointError::Damaged("its checksum is wrong"));
    }
    for table in trainer.weights.tables_mut() {
        for part in [&mut table.weights, &mut table.first, &mut table.second] {
            for number in part.as_flattened_mut() {
                let (four, after) = (rest.split_first_chunk())
                    .ok_or(CheckpointError::Damaged("it has too few weights"))?;
                *number = f32::from_le_bytes(*four);
                rest = after;
            }
        }
    }
    if rest.len() != found.best.as_ref().map_or(0, |best| best.bytes) {
        return Err(CheckpointError::Damaged("its length is wrong"));
    }
    trainer.place = Place {
        epoch: found.epoch,
        batch: found.batch,
        step: found.step,
        loss: f64::from_bits(found.loss),
    };
    trainer.best = found.best.map(|best| Best {
        epoch: best.epoch,
        loss: f64::from_bits(best.loss),
        net: rest.to_vec(),
    });
    trainer.weights.refresh(true);
    Ok(())
}

/// Checks that a checkpoint's settings and data are those of this run. `patience` may differ.
fn compare(theirs: &Header, ours: &Header) -> Result<(), CheckpointError> {
    let plan = |header: &Header| NetPlan {
        patience: 0,
        ..header.plan
    };
    let other = |what, theirs: String, ours: String| match theirs == ours {
        true => Ok(()),
        false => Err(CheckpointError::Other { what, theirs, ours }),
    };
    let of = |header: &Header| format!("{} {}", header.game, header.layout);
    other(
        "version",
        theirs.komadai_checkpoint.to_string(),
        ours.komadai_checkpoint.to_string(),
    )?;
    other("game or layout of features", of(theirs), of(ours))?;
    let json = |header: &Header| serde_json::to_string(&plan(header)).unwrap_or_default();
    other("plan", json(theirs), json(ours))?;
    let of = |header: &Header| format!("{} positions, {}", header.positions, header.data);
    other("set of positions", of(theirs), of(ours))
}
