//! Version of the messages between servers.

use axum::body::Bytes;

/// The version of what servers send each other. It rises with each change that another version would misread: such
/// servers do not run together. A ping and its answer say it, in digits, and stay as they are in every version.
pub(crate) const WIRE_VERSION: u32 = 7;

/// The payload of a ping or its answer.
pub(super) fn version_text() -> Bytes {
    WIRE_VERSION.to_string().into()
}

/// The version that a ping or its answer says.
pub(super) fn version_of(payload: &[u8]) -> Option<u32> {
    std::str::from_utf8(payload).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_a_number_in_digits() {
        assert_eq!(version_of(&version_text()), Some(WIRE_VERSION));
        for payload in [&b""[..], b"2 ", b"-1", b"\xff", b"99999999999"] {
            assert_eq!(version_of(payload), None, "{payload:?}");
        }
    }
}
