//! The one place that asks the operating system for chance.

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Letters of a game's key: 95 bits.
pub(crate) const GAME_LETTERS: usize = 16;
/// Letters of a player's identity: 131 bits.
pub(crate) const PLAYER_LETTERS: usize = 22;

/// Random bytes.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}

/// So many random letters and digits.
pub(crate) fn word(letters: usize) -> String {
    let mut word = String::with_capacity(letters);
    while word.len() < letters {
        for byte in bytes::<32>() {
            // 248 is the last multiple of 62: all letters are equally likely.
            if byte < 248 && word.len() < letters {
                word.push(char::from(LETTERS[usize::from(byte % 62)]));
            }
        }
    }
    word
}

/// A coin.
pub(crate) fn coin() -> bool {
    bytes::<1>()[0] & 1 == 1
}
