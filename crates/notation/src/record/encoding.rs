//! Encodings of record files: UTF-8 and Shift-JIS, recognised by their bytes.

use alloc::string::String;
use alloc::vec::Vec;

use encoding_rs::{Encoding, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

/// An encoding in which records are written.
///
/// ```
/// use komadai_notation::record::TextEncoding;
/// assert_eq!(TextEncoding::Utf8.encode("歩\n").bytes, "歩\n".as_bytes());
/// assert_eq!(TextEncoding::ShiftJis.encode("歩\n").bytes.len(), 4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextEncoding {
    /// UTF-8 without a byte order mark.
    Utf8,
    /// Shift-JIS as Windows has it (CP932), with CR LF at the ends of lines.
    ShiftJis,
}

/// A text in an encoding, and what that could not hold.
///
/// ```
/// use komadai_notation::record::{Encoded, TextEncoding};
/// let encoded: Encoded = TextEncoding::ShiftJis.encode("♟歩");
/// assert_eq!((encoded.bytes.len(), encoded.missing), (4, vec!['♟']));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Characters that the encoding does not have; 〓 stands in their place.
    pub missing: Vec<char>,
}

/// Characters that Shift-JIS has under another code, as Windows maps them.
const SHIFT_JIS_FORMS: [(char, char); 4] = [('〜', '～'), ('—', '―'), ('‖', '∥'), ('–', '―')];

/// What printers put in the place of a type that they don't have.
const GETA: char = '〓';

impl TextEncoding {
    /// A text in this encoding.
    ///
    /// ```
    /// use komadai_notation::record::TextEncoding;
    /// let encoded = TextEncoding::ShiftJis.encode("歩\n");
    /// assert_eq!(encoded.bytes, b"\x95\xe0\r\n");
    /// assert_eq!(TextEncoding::ShiftJis.encode("♟").missing, ['♟']);
    /// ```
    #[must_use]
    pub fn encode(self, text: &str) -> Encoded {
        let mut missing = Vec::new();
        if self == Self::Utf8 {
            return Encoded {
                bytes: text.as_bytes().to_vec(),
                missing,
            };
        }
        let text = text.replace('\n', "\r\n");
        let (bytes, _, replaced) = SHIFT_JIS.encode(&text);
        if !replaced {
            return Encoded {
                bytes: bytes.into_owned(),
                missing,
            };
        }
        let mut possible = String::with_capacity(text.len());
        for character in text.chars() {
            let form = SHIFT_JIS_FORMS.iter().find(|(wide, _)| *wide == character);
            let character = form.map_or(character, |(_, form)| *form);
            if character.is_ascii() || !SHIFT_JIS.encode(character.encode_utf8(&mut [0; 4])).2 {
                possible.push(character);
            } else {
                possible.push(GETA);
                missing.push(character);
            }
        }
        Encoded {
            bytes: SHIFT_JIS.encode(&possible).0.into_owned(),
            missing,
        }
    }
}

/// Decodes a file block by block, whatever its encoding is: UTF-8 or UTF-16 with a byte order mark, UTF-8
/// without, else Shift-JIS.
///
/// ```
/// use komadai_notation::record::Decoder;
/// let mut decoder = Decoder::new();
/// let mut text = String::new();
/// decoder.decode(b"\x8e\xe8\x8d\x87", &mut text);
/// decoder.decode(b"\x8a\x84", &mut text);
/// decoder.finish(&mut text);
/// assert_eq!(text, "手合割");
/// ```
#[derive(Default)]
pub struct Decoder {
    decoder: Option<encoding_rs::Decoder>,
    /// Bytes that do not yet tell the encoding.
    pending: Vec<u8>,
    begun: bool,
}

impl Decoder {
    /// At the beginning of a file.
    ///
    /// ```
    /// use komadai_notation::record::Decoder;
    /// let (mut decoder, mut text) = (Decoder::new(), String::new());
    /// decoder.decode("歩".as_bytes(), &mut text);
    /// decoder.finish(&mut text);
    /// assert_eq!(text, "歩");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the text of the next bytes. Bytes that are no text become U+FFFD; those of which the next block
    /// decides what they are wait for it, or for [`finish`](Self::finish).
    ///
    /// ```
    /// use komadai_notation::record::Decoder;
    /// let (mut decoder, mut text) = (Decoder::new(), String::new());
    /// // A block may end within a character.
    /// decoder.decode(&"歩".as_bytes()[..1], &mut text);
    /// decoder.decode(&"歩".as_bytes()[1..], &mut text);
    /// assert_eq!(text, "歩");
    /// ```
    pub fn decode(&mut self, bytes: &[u8], text: &mut String) {
        self.decode_block(bytes, false, text);
    }

    /// Appends the text of the bytes that are still waiting: no more follow.
    ///
    /// ```
    /// use komadai_notation::record::Decoder;
    /// let (mut decoder, mut text) = (Decoder::new(), String::new());
    /// decoder.decode(&"歩".as_bytes()[..1], &mut text);
    /// assert_eq!(text, "");
    /// decoder.finish(&mut text);
    /// assert_eq!(text, "\u{fffd}");
    /// ```
    pub fn finish(&mut self, text: &mut String) {
        self.decode_block(&[], true, text);
    }

    fn decode_block(&mut self, bytes: &[u8], last: bool, text: &mut String) {
        if let Some(decoder) = &mut self.decoder {
            return run(decoder, bytes, last, text);
        }
        self.pending.extend_from_slice(bytes);
        if !self.begun && self.pending.len() < 3 && !last {
            return;
        }
        if !self.begun {
            self.begun = true;
            if let Some((encoding, mark)) = Encoding::for_bom(&self.pending) {
                self.pending.drain(..mark);
                return self.decide(encoding, last, text);
            }
            // Without a mark, but with a zero in every other place of its ASCII.
            let encoding = match self.pending.get(..4) {
                Some([_, 0, _, 0]) => Some(UTF_16LE),
                Some([0, _, 0, _]) => Some(UTF_16BE),
                _ => None,
            };
            if let Some(encoding) = encoding {
                return self.decide(encoding, last, text);
            }
        }
        // ASCII is the same in both.
        let ascii = self
            .pending
            .iter()
            .take_while(|byte| byte.is_ascii())
            .count();
        let rest = self.pending.split_off(ascii);
        let ascii = core::mem::replace(&mut self.pending, rest);
        text.push_str(core::str::from_utf8(&ascii).unwrap_or_default());
        match core::str::from_utf8(&self.pending) {
            Ok("") => {}
            Ok(_) => self.decide(UTF_8, last, text),
            // The end of the block may have cut a character.
            Err(error) if error.error_len().is_none() && !last => {
                if error.valid_up_to() > 0 {
                    self.decide(UTF_8, last, text);
                }
            }
            Err(_) => self.decide(SHIFT_JIS, last, text),
        }
    }

    fn decide(&mut self, encoding: &'static Encoding, last: bool, text: &mut String) {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        run(
            &mut decoder,
            &core::mem::take(&mut self.pending),
            last,
            text,
        );
        self.decoder = Some(decoder);
    }
}

fn run(decoder: &mut encoding_rs::Decoder, bytes: &[u8], last: bool, text: &mut String) {
    let mut rest = bytes;
    loop {
        let room = decoder
            .max_utf8_buffer_length(rest.len())
            .unwrap_or(rest.len());
        text.reserve(room.max(16));
        let (result, read, _) = decoder.decode_to_string(rest, text, last);
        rest = rest.get(read..).unwrap_or_default();
        if result == encoding_rs::CoderResult::InputEmpty {
            return;
        }
    }
}

/// The text of a whole file.
///
/// ```
/// assert_eq!(komadai_notation::record::decode(b"\xef\xbb\xbf[Event]"), "[Event]");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    let (mut decoder, mut text) = (Decoder::new(), String::new());
    decoder.decode(bytes, &mut text);
    decoder.finish(&mut text);
    text
}
