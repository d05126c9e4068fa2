//! Net files: round trip, and refusal of damaged or foreign files.

use komadai_engine::nnue::{Encoding, Net, NetError, OUTPUT_BUCKETS};
use komadai_rules::VariantId;

use crate::nnue::random_net;

/// Offsets in the file.
const VERSION: usize = 4;
const NAME: usize = 6;
const L1: usize = 22;
const BUCKETS: usize = 24;
const FEATURES: usize = 26;
const OUTPUTS: usize = 28;
const ENCODING: usize = 29;
const QA: usize = 30;
const LAYOUT: usize = 36;
const WEIGHTS: usize = 44;

/// FNV-1a, independent of the engine's.
fn sign(bytes: &mut [u8]) {
    let end = bytes.len() - 8;
    let mut hash = 14_695_981_039_346_656_037_u64;
    for &byte in &bytes[..end] {
        hash = (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    }
    bytes[end..].copy_from_slice(&hash.to_le_bytes());
}

fn file(encoding: Encoding) -> Vec<u8> {
    random_net(VariantId::Minishogi, 32, 9).to_bytes(encoding)
}

/// Error of a file with replaced bytes and a valid checksum.
fn error_with(at: usize, new: &[u8]) -> NetError {
    let mut bytes = file(Encoding::Fixed);
    bytes[at..][..new.len()].copy_from_slice(new);
    sign(&mut bytes);
    Net::from_bytes(&bytes).expect_err("another value than ours")
}

#[test]
fn a_net_survives_a_round_trip_in_both_encodings() {
    for &variant in VariantId::REGISTERED {
        let net = random_net(variant, 32, 1);
        for encoding in [Encoding::Fixed, Encoding::Leb128] {
            let bytes = net.to_bytes(encoding);
            assert_eq!(Net::from_bytes(&bytes).as_ref(), Ok(&net), "{variant}");
        }
    }
}

#[test]
fn extreme_weights_survive_leb128() {
    let zero = Net::zero(VariantId::Minishogi, 32).expect("memory");
    let count = zero.layout().rows() * 32;
    let extremes = [
        0,
        -1,
        1,
        63,
        64,
        -64,
        -65,
        8_191,
        8_192,
        -8_192,
        -8_193,
        i16::MAX,
        i16::MIN,
    ];
    let weights: Vec<i16> = (0..count)
        .map(|index| extremes[index % extremes.len()])
        .collect();
    let net = Net::new(
        VariantId::Minishogi,
        &weights,
        &[i16::MIN; 32],
        &[-127; OUTPUT_BUCKETS * 64],
        [i32::MIN; OUTPUT_BUCKETS],
    )
    .expect("a net");
    assert_eq!(Net::from_bytes(&net.to_bytes(Encoding::Leb128)), Ok(net));
}

#[test]
fn weights_of_a_trained_net_take_a_byte_each() {
    let net = random_net(VariantId::Minishogi, 32, 1);
    let weights = net.layout().rows() * 32;
    let overhead = net.to_bytes(Encoding::Fixed).len() - 2 * weights;
    assert_eq!(net.to_bytes(Encoding::Leb128).len(), weights + overhead);
}

#[test]
fn a_changed_byte_anywhere_is_refused() {
    for encoding in [Encoding::Fixed, Encoding::Leb128] {
        let bytes = file(encoding);
        let body = (WEIGHTS..bytes.len()).step_by(997);
        for at in (0..WEIGHTS).chain(body).chain(bytes.len() - 8..bytes.len()) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            let error = Net::from_bytes(&damaged).expect_err("a damaged file");
            let expected = match at {
                0..VERSION => NetError::NotANet,
                VERSION..NAME => NetError::Version {
                    found: u16::from_le_bytes([damaged[4], damaged[5]]),
                },
                _ => NetError::Checksum,
            };
            assert_eq!(error, expected, "{at}");
        }
    }
}

#[test]
fn a_truncated_file_is_refused() {
    let bytes = file(Encoding::Leb128);
    let lengths = (0..200)
        .chain((200..bytes.len()).step_by(997))
        .chain([bytes.len() - 1]);
    for length in lengths {
        assert!(Net::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    assert_eq!(Net::from_bytes(&[]), Err(NetError::NotANet));
}

#[test]
fn a_file_whose_length_contradicts_its_header_is_refused() {
    for encoding in [Encoding::Fixed, Encoding::Leb128] {
        for longer in [false, true] {
            let mut bytes = file(encoding);
            bytes.truncate(bytes.len() - 8);
            if longer {
                bytes.push(0);
            } else {
                bytes.pop();
            }
            bytes.extend([0; 8]);
            sign(&mut bytes);
            let found = bytes.len();
            assert_eq!(Net::from_bytes(&bytes), Err(NetError::Length { found }));
        }
    }
}

#[test]
fn a_net_with_a_foreign_header_is_refused_with_the_reason() {
    assert_eq!(error_with(VERSION, &[2, 0]), NetError::Version { found: 2 });
    assert_eq!(
        error_with(NAME, b"go\0\0\0\0\0\0\0\0"),
        NetError::UnknownVariant
    );
    assert_eq!(error_with(NAME + 12, b"x"), NetError::UnknownVariant);
    assert_eq!(
        error_with(L1, &[33, 0]),
        NetError::Accumulators { found: 33 }
    );
    assert_eq!(error_with(L1, &[0, 0]), NetError::Accumulators { found: 0 });
    assert_eq!(
        error_with(L1, &[255, 255]),
        NetError::Accumulators { found: 65_535 }
    );
    assert_eq!(error_with(ENCODING, &[7]), NetError::Encoding { found: 7 });
    let found = [254, 64, 400];
    assert_eq!(error_with(QA, &[254]), NetError::Quantisation { found });
    let layout = |at| match error_with(at, &[99]) {
        NetError::Layout {
            what,
            found,
            expected,
        } => {
            assert_ne!(found, expected, "{what}");
            what
        }
        other => panic!("{other}"),
    };
    assert_eq!(layout(BUCKETS), "the number of king buckets");
    assert_eq!(layout(FEATURES), "the number of features");
    assert_eq!(layout(OUTPUTS), "the number of output layers");
    assert_eq!(layout(LAYOUT), "the hash of the layout");
}

#[test]
fn an_output_weight_beyond_the_limit_is_refused() {
    let net = random_net(VariantId::Minishogi, 32, 9);
    let output = WEIGHTS + 2 * net.layout().rows() * 32 + 2 * 32;
    let error = error_with(output + 2 * 5, &200_i16.to_le_bytes());
    assert_eq!(
        error,
        NetError::OutputWeight {
            index: 5,
            found: 200
        }
    );
}

#[test]
fn a_feature_weight_of_more_than_16_bits_is_refused() {
    let mut bytes = file(Encoding::Leb128);
    bytes[WEIGHTS..][..3].copy_from_slice(&[0xff, 0xff, 0x7]);
    sign(&mut bytes);
    assert_eq!(
        Net::from_bytes(&bytes),
        Err(NetError::FeatureWeight { index: 0 })
    );
    bytes[WEIGHTS..][..4].copy_from_slice(&[0xff, 0xff, 0xff, 0]);
    sign(&mut bytes);
    assert_eq!(
        Net::from_bytes(&bytes),
        Err(NetError::FeatureWeight { index: 0 })
    );
}

#[test]
fn every_error_says_what_is_wrong() {
    let errors = [
        Net::from_bytes(b"GIF89a").expect_err("no net"),
        error_with(VERSION, &[2, 0]),
        error_with(BUCKETS, &[99]),
    ];
    let texts = [
        "not a net: a file of a net begins with KNUE",
        "a net of version 2; this engine reads 1",
        "a net for other features: the number of king buckets is 99; this engine has 15",
    ];
    for (error, text) in errors.iter().zip(texts) {
        assert_eq!(error.to_string(), text);
    }
}
