//! Nets that are part of the program.

use std::sync::{Arc, OnceLock};

use crate::nnue::{Net, NetError};

/// The net of a game as it lies in `nets/`, and once it was asked for what it says.
///
/// The file of a game has `net: EmbeddedNet::of(include_bytes!("../../../../nets/NAME.nnue"))`.
pub(crate) struct EmbeddedNet {
    file: Option<&'static [u8]>,
    loaded: OnceLock<Arc<Net>>,
}

impl EmbeddedNet {
    /// Of a file. Without the feature `nets` it does not become part of the program.
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

    /// The net, the same for all who ask.
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
    fn nets_that_are_part_of_the_program_are_nets_of_their_games() {
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
    fn an_embedded_net_is_read_once() {
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
