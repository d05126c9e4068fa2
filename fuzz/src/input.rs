//! Values read from the front of an input.

use komadai_rules::VariantId;

/// Cursor over the bytes of an input; past the end all bytes are zero.
#[derive(Debug)]
pub(crate) struct Input<'a> {
    bytes: &'a [u8],
}

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Input { bytes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        *first
    }

    pub(crate) fn u16(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    pub(crate) fn variant(&mut self) -> VariantId {
        VariantId::ALL[self.byte() as usize % VariantId::ALL.len()]
    }

    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The rest as text; bytes that are not UTF-8 are replaced.
    pub(crate) fn text(self) -> String {
        String::from_utf8_lossy(self.bytes).into_owned()
    }
}
