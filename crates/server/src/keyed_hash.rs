use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::state::AppState;

/// HMAC that recognises a browser or network without storing it.
pub(crate) fn keyed_hash(state: &AppState, kind: &str, text: &str) -> String {
    let key = state.cookie_key.signing();
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(kind.as_bytes());
    mac.update(&[0]);
    mac.update(text.as_bytes());
    let hash = mac.finalize().into_bytes();
    // 128 bits: collisions are negligible for millions of hashes.
    hash[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
