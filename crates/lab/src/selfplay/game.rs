//! A self-play game and its encoding.
//!
//! All numbers are little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | number of the game, from 0 |
//! | 1 | 0 drawn, 1 won by the first player, 2 by the second |
//! | 1 | end: 0 by the rules, 1 adjudicated by scores, 2 with a forced mate found |
//! | 2 | random moves R |
//! | 2 | moves after them N |
//! | 2 R | random moves, as [`Move::raw`] |
//! | 4 N | moves, as [`Move::raw`], each with the score of the search that chose it: centipawns for the
//! side that moved, signed |
//! | 4 | the lower half of FNV-1a, 64 bits, of all bytes before |

use komadai_engine::fnv1a;
use komadai_rules::{Move, Side};
use std::io::{self, BufRead};

use super::plan::SelfPlayHeader;
use crate::record_file::Record;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfPlayEnd {
    Rules,
    /// Both sides agreed on the winner for long enough.
    Adjudication,
    /// The last search found a mate.
    MateFound,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    pub mv: Move,
    /// Centipawns for the side that moved; mates are very large numbers.
    pub score: i16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayGame {
    /// Number of the game, from 0.
    pub number: u32,
    pub random: Vec<Move>,
    pub moves: Vec<ScoredMove>,
    pub winner: Option<Side>,
    pub end: SelfPlayEnd,
}

/// Bytes before the moves.
const HEAD: usize = 10;
const CHECKSUM: usize = 4;

impl SelfPlayGame {
    pub fn all_moves(&self) -> impl Iterator<Item = Move> {
        let scored = self.moves.iter().map(|scored| scored.mv);
        self.random.iter().copied().chain(scored)
    }
}

impl Record for SelfPlayGame {
    type Header = SelfPlayHeader;
    const KEY: &'static str = "komadai_selfplay";
    const VERSION: u64 = 1;
    const FILE: &'static str = "a file of self-play";

    fn place(index: u64) -> String {
        format!("game {index}")
    }

    fn read_bytes(reader: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<()> {
        let mut head = [0; HEAD];
        reader.read_exact(&mut head)?;
        let [.., r0, r1, n0, n1] = head;
        let random = usize::from(u16::from_le_bytes([r0, r1]));
        let moves = usize::from(u16::from_le_bytes([n0, n1]));
        bytes.extend(head);
        bytes.resize(HEAD + 2 * random + 4 * moves + CHECKSUM, 0);
        reader.read_exact(&mut bytes[HEAD..])
    }

    fn from_bytes(bytes: &[u8], index: u64) -> Result<Self, String> {
        let game = parse(bytes)?;
        if u64::from(game.number) != index {
            return Err(format!("its number is {}", game.number));
        }
        Ok(game)
    }

    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let length = HEAD + 2 * self.random.len() + 4 * self.moves.len() + CHECKSUM;
        let mut bytes = Vec::with_capacity(length);
        bytes.extend(self.number.to_le_bytes());
        bytes.push(match self.winner {
            None => 0,
            Some(Side::First) => 1,
            Some(Side::Second) => 2,
        });
        bytes.push(match self.end {
            SelfPlayEnd::Rules => 0,
            SelfPlayEnd::Adjudication => 1,
            SelfPlayEnd::MateFound => 2,
        });
        // The plan's limits keep both below 65536.
        bytes.extend((self.random.len() as u16).to_le_bytes());
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        for mv in &self.random {
            bytes.extend(mv.raw().to_le_bytes());
        }
        for scored in &self.moves {
            bytes.extend(scored.mv.raw().to_le_bytes());
            bytes.extend(scored.score.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }
}

/// The error says what is wrong with the bytes.
fn parse(bytes: &[u8]) -> Result<SelfPlayGame, &'static str> {
    const SHORT: &str = "it is too short";
    let (content, found) = bytes.split_last_chunk().ok_or(SHORT)?;
    if checksum(content) != u32::from_le_bytes(*found) {
        return Err("its checksum is wrong");
    }
    let (head, moves) = content.split_first_chunk::<HEAD>().ok_or(SHORT)?;
    let [n0, n1, n2, n3, winner, end, r0, r1, ..] = *head;
    let random = usize::from(u16::from_le_bytes([r0, r1]));
    let (random, scored) = moves.split_at_checked(2 * random).ok_or(SHORT)?;
    let word = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
    Ok(SelfPlayGame {
        number: u32::from_le_bytes([n0, n1, n2, n3]),
        random: (random.chunks_exact(2))
            .map(|pair| Move::from_raw(word(pair)))
            .collect(),
        moves: (scored.chunks_exact(4))
            .map(|four| ScoredMove {
                mv: Move::from_raw(word(&four[..2])),
                score: word(&four[2..]) as i16,
            })
            .collect(),
        winner: match winner {
            0 => None,
            1 => Some(Side::First),
            2 => Some(Side::Second),
            _ => return Err("it has an unknown winner"),
        },
        end: match end {
            0 => SelfPlayEnd::Rules,
            1 => SelfPlayEnd::Adjudication,
            2 => SelfPlayEnd::MateFound,
            _ => return Err("it has an unknown end"),
        },
    })
}

fn checksum(bytes: &[u8]) -> u32 {
    fnv1a::hash(bytes) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_and_its_bytes_are_inverse() {
        let game = SelfPlayGame {
            number: 0x0102_0304,
            random: vec![Move::from_raw(0x8001), Move::from_raw(2)],
            moves: vec![ScoredMove {
                mv: Move::from_raw(0x4321),
                score: -2,
            }],
            winner: Some(Side::Second),
            end: SelfPlayEnd::MateFound,
        };
        let bytes = game.to_bytes().unwrap();
        let expected = [
            4, 3, 2, 1, 2, 2, 2, 0, 1, 0, 1, 0x80, 2, 0, 0x21, 0x43, 0xfe, 0xff,
        ];
        assert_eq!(bytes[..18], expected);
        let mut read = Vec::new();
        let more = [&bytes[..], b"more"].concat();
        SelfPlayGame::read_bytes(&mut &more[..], &mut read).unwrap();
        assert_eq!(read, bytes);
        assert_eq!(SelfPlayGame::from_bytes(&bytes, 0x0102_0304), Ok(game));
        let error = SelfPlayGame::from_bytes(&bytes, 5).unwrap_err();
        assert_eq!(error, "its number is 16909060");
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let game = SelfPlayGame {
            number: 0,
            random: vec![Move::from_raw(3)],
            moves: Vec::new(),
            winner: None,
            end: SelfPlayEnd::Rules,
        };
        let bytes = game.to_bytes().unwrap();
        for i in 0..bytes.len() {
            let mut bad = bytes.clone();
            bad[i] ^= 1;
            assert!(SelfPlayGame::from_bytes(&bad, 0).is_err(), "byte {i}");
        }
        assert!(SelfPlayGame::from_bytes(&bytes[..3], 0).is_err());
    }
}
