//! Nets embedded in the binary.

use std::sync::{Arc, OnceLock};

use crate::nnue::{Net, NetError};

/// Embedded net of a variant, decoded on first use.
pub(crate) struct EmbeddedNet {
    file: Option<&'static [u8]>,
    loaded: OnceLock<Arc<Net>>,
}

impl EmbeddedNet {
    /// Discards the file without the feature `nets`, so that it is not linked.
    pub(super) const fn of(file: &'static [u8]) -> EmbeddedNet {
        EmbeddedNet {
            file: if cfg!(any(test, feature = "nets")) {
                Some(file)
            } else {
                None
            },
            loaded: OnceLock::new(),
        }
    }

    /// Decodes the net on the first call; later calls share it.
    pub(crate) fn load(&self) -> Result<Option<Arc<Net>>, NetError> {
        let Some(file) = self.file else {
            return Ok(None);
        };
        if let Some(net) = self.loaded.get() {
            return Ok(Some(Arc::clone(net)));
        }
        let net = Arc::new(Net::from_bytes(file)?);
        Ok(Some(Arc::clone(self.loaded.get_or_init(|| net))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::GAMES;
    use super::*;
    use crate::nnue::Encoding;
    use komadai_rules::VariantId;

    #[test]
    fn embedded_nets_belong_to_their_variants() {
        for data in GAMES {
            let net = data.net.load().expect("a sound file");
            assert!(
                net.is_none_or(|net| net.variant() == data.variant),
                "{}",
                data.variant
            );
        }
    }

    #[test]
    fn an_embedded_net_is_decoded_once() {
        let net = Net::zero(VariantId::Minishogi, 32).expect("memory");
        let file: &'static [u8] = net.to_bytes(Encoding::Leb128).leak();
        let embedded = EmbeddedNet::of(file);
        let loaded = [0, 1].map(|_| embedded.load().expect("a sound file").expect("a net"));
        assert_eq!(*loaded[0], net);
        assert!(Arc::ptr_eq(&loaded[0], &loaded[1]));
    }

    #[test]
    fn a_damaged_embedded_net_is_an_error() {
        assert_eq!(EmbeddedNet::of(b"GIF").load(), Err(NetError::NotANet));
    }
}
