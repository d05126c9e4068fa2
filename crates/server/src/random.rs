//! The only source of random numbers.

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Letters of a game key: 95 bits.
pub(crate) const GAME_LETTERS: usize = 16;
/// Letters of an invitation: 95 bits.
pub(crate) const INVITATION_LETTERS: usize = 16;
/// Letters of the secret of a session or token: 131 bits.
pub(crate) const SECRET_LETTERS: usize = 22;
/// Letters of a public id: player, session, token.
pub(crate) const ID_LETTERS: usize = 12;
/// Letters of a sign-in code: 59 bits.
pub(crate) const CODE_LETTERS: usize = 12;

/// Letters and digits without lookalikes.
const CLEAR_LETTERS: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}

pub(crate) fn word(letters: usize) -> String {
    word_of(LETTERS, letters)
}

/// The word of letters and digits that encodes a number.
pub(crate) fn word_from(mut number: u128, letters: usize) -> String {
    let mut word = String::with_capacity(letters);
    for _ in 0..letters {
        let letter = usize::try_from(number % LETTERS.len() as u128).unwrap_or_default();
        word.push(char::from(LETTERS[letter]));
        number /= LETTERS.len() as u128;
    }
    word
}

/// A code for people to type.
pub(crate) fn code() -> String {
    word_of(CLEAR_LETTERS, CODE_LETTERS)
}

fn word_of(alphabet: &[u8], letters: usize) -> String {
    let mut word = String::with_capacity(letters);
    while word.len() < letters {
        for byte in bytes::<32>() {
            let byte = usize::from(byte);
            // Reject bytes from the last multiple of the alphabet's length on: otherwise some letters are
            // likelier.
            let fair = byte < 256 / alphabet.len() * alphabet.len();
            if fair && word.len() < letters {
                word.push(char::from(alphabet[byte % alphabet.len()]));
            }
        }
    }
    word
}

/// Furigoma: five independent coin flips.
pub(crate) fn five_coins() -> [bool; 5] {
    let [byte] = bytes::<1>();
    std::array::from_fn(|coin| byte >> coin & 1 == 1)
}

pub(crate) fn coin() -> bool {
    bytes::<1>()[0] & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each pair of coins shows each of its four patterns about 1,000 times in 4,000 tosses. The bounds are
    /// eight standard deviations.
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
