//! Nets embedded in the binary.

use std::sync::{Arc, OnceLock};

use komadai_rules::VariantId;

use super::{Net, NetError};
use crate::variants::data;

static NETS: [OnceLock<Arc<Net>>; VariantId::REGISTERED.len()] =
    [const { OnceLock::new() }; VariantId::REGISTERED.len()];

/// The embedded net of a variant, decoded on the first call; `None` without one.
pub(crate) fn embedded_net(variant: VariantId) -> Result<Option<Arc<Net>>, NetError> {
    let Some(file) = data(variant).and_then(|data| data.net) else {
        return Ok(None);
    };
    decoded_once(file, &NETS[variant as usize]).map(Some)
}

fn decoded_once(file: &[u8], decoded: &OnceLock<Arc<Net>>) -> Result<Arc<Net>, NetError> {
    if let Some(net) = decoded.get() {
        return Ok(Arc::clone(net));
    }
    let net = Arc::new(Net::from_bytes(file)?);
    Ok(Arc::clone(decoded.get_or_init(|| net)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::Encoding;

    #[test]
    fn embedded_nets_belong_to_their_variants() {
        for &variant in VariantId::REGISTERED {
            let net = embedded_net(variant).expect("a sound file");
            assert!(net.is_none_or(|net| net.variant() == variant), "{variant}");
        }
    }

    #[test]
    fn an_embedded_net_is_decoded_once() {
        let net = Net::zero(VariantId::Minishogi, 32).expect("memory");
        let (file, decoded) = (net.to_bytes(Encoding::Leb128), OnceLock::new());
        let loaded = [0, 1].map(|_| decoded_once(&file, &decoded).expect("a sound file"));
        assert_eq!(*loaded[0], net);
        assert!(Arc::ptr_eq(&loaded[0], &loaded[1]));
    }

    #[test]
    fn a_damaged_embedded_net_is_an_error() {
        assert_eq!(
            decoded_once(b"GIF", &OnceLock::new()),
            Err(NetError::NotANet)
        );
    }
}
