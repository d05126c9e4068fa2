use core::fmt;

/// Text of a square or move: up to five ASCII characters.
#[derive(Clone, Copy)]
pub(crate) struct ShortText {
    bytes: [u8; 5],
    len: usize,
}

impl ShortText {
    pub(crate) const EMPTY: ShortText = ShortText {
        bytes: [0; 5],
        len: 0,
    };

    pub(crate) fn push(&mut self, character: char) {
        debug_assert!(character.is_ascii());
        if let Some(place) = self.bytes.get_mut(self.len) {
            *place = character as u8;
            self.len += 1;
        }
    }

    fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.len).unwrap_or_default();
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl fmt::Display for ShortText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
