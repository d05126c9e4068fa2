//! Encodings of record files, detected from their bytes.

use alloc::string::String;
use alloc::vec::Vec;

use encoding_rs::{
    EUC_JP, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};

/// Encoding of a written record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextEncoding {
    /// UTF-8 without a byte order mark.
    Utf8,
    /// Shift-JIS as in Windows (CP932), with CR LF at the ends of lines.
    ShiftJis,
}

/// An encoded text, and the characters that the encoding does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded {
    /// The text in the encoding, `missing` characters replaced.
    pub bytes: Vec<u8>,
    /// Characters that the encoding does not have, replaced by 〓.
    pub missing: Vec<char>,
}

/// Characters that Shift-JIS has under another code, as mapped by Windows.
const SHIFT_JIS_FORMS: [(char, char); 4] = [('〜', '～'), ('—', '―'), ('‖', '∥'), ('–', '―')];

/// Geta mark, the printers' sign for missing type.
const GETA: char = '〓';

impl TextEncoding {
    /// Encodes a text.
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

/// Bytes from the first non-ASCII byte on that decide the encoding.
const SAMPLE: usize = 1 << 14;

/// The end-of-file mark of DOS.
const END_OF_FILE: char = '\u{1a}';

/// Decodes a file block by block: UTF-8 or UTF-16 with a byte order mark, else UTF-8, Shift-JIS,
/// EUC-JP, ISO-2022-JP or Latin-1, whichever damages the fewest characters. Line ends with a CR
/// alone become LF, the end-of-file mark of DOS is dropped.
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
    /// Bytes that do not yet decide the encoding.
    pending: Vec<u8>,
    begun: bool,
    /// The last block ended with a CR, which may be half of a line end.
    carriage: bool,
}

impl Decoder {
    /// A decoder at the beginning of a file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the text of the next bytes. Invalid bytes become U+FFFD; bytes whose meaning depends
    /// on later ones wait for them, or for [`finish`](Self::finish).
    pub fn decode(&mut self, bytes: &[u8], text: &mut String) {
        self.decode_lines(bytes, false, text);
    }

    /// Appends the text of the waiting bytes at the end of the file.
    pub fn finish(&mut self, text: &mut String) {
        self.decode_lines(&[], true, text);
    }

    fn decode_lines(&mut self, bytes: &[u8], last: bool, text: &mut String) {
        let start = text.len();
        self.decode_block(bytes, last, text);
        let new = &text[start..];
        if !self.carriage && !new.contains(['\r', END_OF_FILE]) {
            return;
        }
        let new = text.split_off(start);
        for character in new.chars() {
            if core::mem::take(&mut self.carriage) {
                text.push_str(if character == '\n' { "\r" } else { "\n" });
            }
            match character {
                '\r' => self.carriage = true,
                END_OF_FILE => {}
                character => text.push(character),
            }
        }
        if last && core::mem::take(&mut self.carriage) {
            text.push('\n');
        }
    }

    fn decode_block(&mut self, bytes: &[u8], last: bool, text: &mut String) {
        if let Some(decoder) = &mut self.decoder {
            return run(decoder, bytes, last, text);
        }
        self.pending.extend_from_slice(bytes);
        if !self.begun && self.pending.len() < 4 && !last {
            return;
        }
        if !self.begun {
            self.begun = true;
            if let Some((encoding, mark)) = Encoding::for_bom(&self.pending) {
                self.pending.drain(..mark);
                return self.decide(encoding, last, text);
            }
            // UTF-16 without a mark: every other byte of its ASCII is zero.
            let encoding = match self.pending.get(..4) {
                Some([_, 0, _, 0]) => Some(UTF_16LE),
                Some([0, _, 0, _]) => Some(UTF_16BE),
                _ => None,
            };
            if let Some(encoding) = encoding {
                return self.decide(encoding, last, text);
            }
        }
        // ASCII is the same in all of them, except for the escapes of ISO-2022-JP.
        let is_same = |byte: &&u8| byte.is_ascii() && **byte != ESCAPE;
        let ascii = self.pending.iter().take_while(is_same).count();
        let rest = self.pending.split_off(ascii);
        let ascii = core::mem::replace(&mut self.pending, rest);
        text.push_str(core::str::from_utf8(&ascii).unwrap_or_default());
        if self.pending.len() >= SAMPLE || (last && !self.pending.is_empty()) {
            self.decide(likeliest(&self.pending), last, text);
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

/// Begins a change of the character set in ISO-2022-JP.
const ESCAPE: u8 = 0x1b;

/// The most plausible encoding of a sample.
fn likeliest(sample: &[u8]) -> &'static Encoding {
    let escapes = |two: &[u8]| two == b"\x1b$" || two == b"\x1b(";
    if sample.windows(2).any(escapes) && sample.is_ascii() {
        return ISO_2022_JP;
    }
    // Text in other encodings is hardly ever valid UTF-8.
    let text = sample_text(UTF_8, sample);
    let beyond_ascii = text.chars().filter(|c| !c.is_ascii()).count();
    let damaged = text.matches(char::REPLACEMENT_CHARACTER).count();
    if beyond_ascii >= 3 * damaged {
        return UTF_8;
    }
    let mut best = (u32::MAX, UTF_8);
    for encoding in [UTF_8, SHIFT_JIS, EUC_JP, WINDOWS_1252] {
        let strangeness = strangeness(encoding, sample);
        if strangeness < best.0 {
            best = (strangeness, encoding);
        }
    }
    best.1
}

/// Decodes a sample, which may end within a character.
fn sample_text(encoding: &'static Encoding, sample: &[u8]) -> String {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    run(&mut decoder, sample, false, &mut text);
    text
}

/// Implausibility of a sample under an encoding: the sum of its characters that are rare in
/// records.
fn strangeness(encoding: &'static Encoding, sample: &[u8]) -> u32 {
    let text = sample_text(encoding, sample);
    let latin = encoding == WINDOWS_1252;
    let mut before = ' ';
    let mut sum = 0u32;
    for character in text.chars() {
        sum += match character {
            char::REPLACEMENT_CHARACTER => 8,
            '\u{80}'..='\u{9f}' | '\u{e000}'..='\u{f8ff}' => 4,
            // Half-width katakana: EUC and UTF-8 misread as Shift-JIS.
            '\u{ff61}'..='\u{ff9f}' => 2,
            _ if character.is_ascii() => 0,
            // Accented letters stand among ASCII.
            _ if latin => match (character.is_alphabetic(), before.is_ascii()) {
                (true, true) => 1,
                _ => 4,
            },
            // A kanji after a lower-case letter is an accented letter misread with its successor.
            _ if before.is_ascii_lowercase() && before != 'v' => 2,
            _ => 0,
        };
        before = character;
    }
    sum
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

/// Decodes a whole file.
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
