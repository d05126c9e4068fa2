//! The one place that takes random numbers from the operating system.

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Letters of a game's key: 95 bits.
pub(crate) const GAME_LETTERS: usize = 16;
/// Letters of an invitation: 95 bits.
pub(crate) const INVITATION_LETTERS: usize = 16;
/// Letters of the secret of a session or token: 131 bits.
pub(crate) const SECRET_LETTERS: usize = 22;
/// Letters of an id that is no secret: of a player, a session, a token.
pub(crate) const ID_LETTERS: usize = 12;
/// Letters of a code for signing in: 59 bits.
pub(crate) const CODE_LETTERS: usize = 12;

/// Letters and digits that nobody takes for another one.
const CLEAR_LETTERS: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// Random bytes.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}

/// So many random letters and digits.
pub(crate) fn word(letters: usize) -> String {
    word_of(LETTERS, letters)
}

/// The word of so many letters and digits that belongs to a random number.
pub(crate) fn word_from(mut number: u128, letters: usize) -> String {
    let mut word = String::with_capacity(letters);
    for _ in 0..letters {
        let letter = usize::try_from(number % LETTERS.len() as u128).unwrap_or_default();
        word.push(char::from(LETTERS[letter]));
        number /= LETTERS.len() as u128;
    }
    word
}

/// A word that is typed by people.
pub(crate) fn code() -> String {
    word_of(CLEAR_LETTERS, CODE_LETTERS)
}

fn word_of(alphabet: &[u8], letters: usize) -> String {
    let mut word = String::with_capacity(letters);
    while word.len() < letters {
        for byte in bytes::<32>() {
            let byte = usize::from(byte);
            // Up to the last multiple of the alphabet's length: all letters are equally likely.
            let fair = byte < 256 / alphabet.len() * alphabet.len();
            if fair && word.len() < letters {
                word.push(char::from(alphabet[byte % alphabet.len()]));
            }
        }
    }
    word
}

/// Five independent coin flips.
pub(crate) fn five_coins() -> [bool; 5] {
    let [byte] = bytes::<1>();
    std::array::from_fn(|coin| byte >> coin & 1 == 1)
}

/// A coin flip.
pub(crate) fn coin() -> bool {
    bytes::<1>()[0] & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every coin falls both ways, and no coin follows another: in 4,000 tosses every pair of
    /// coins shows each of its four patterns about 1,000 times. The bounds are eight standard
    /// deviations away.
    #[test]
    fn five_coins_are_fair_and_independent() {
        let mut seen = [[[0u32; 4]; 5]; 5];
        for _ in 0..4000 {
            let coins = five_coins();
            for a in 0..5 {
                for b in 0..5 {
                    seen[a][b][usize::from(coins[a]) * 2 + usize::from(coins[b])] += 1;
                }
            }
        }
        for (a, row) in seen.iter().enumerate() {
            for (b, patterns) in row.iter().enumerate() {
                if a == b {
                    assert!(patterns[0].abs_diff(2000) < 260, "coin {a}: {patterns:?}");
                    continue;
                }
                for count in patterns {
                    assert!(
                        count.abs_diff(1000) < 220,
                        "coins {a} and {b}: {patterns:?}"
                    );
                }
            }
        }
    }
}
