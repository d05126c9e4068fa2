//! Encodings of record files, recognised by their bytes: UTF-8, Shift-JIS and others that records are found in.

use alloc::string::String;
use alloc::vec::Vec;

use encoding_rs::{
    EUC_JP, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};

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

/// Bytes from the first one beyond ASCII on that decide the encoding.
const SAMPLE: usize = 1 << 14;

/// The mark that DOS puts at the end of a text.
const END_OF_FILE: char = '\u{1a}';

/// Decodes a file block by block, whatever its encoding is: UTF-8 or UTF-16 with a byte order mark, else that of
/// UTF-8, Shift-JIS, EUC-JP, ISO-2022-JP and Latin-1 under which the fewest characters are damaged. Ends of lines
/// that are a CR alone become LF, the end mark of DOS disappears.
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
    /// A CR at the end of a block, which may be half of a line's end.
    carriage: bool,
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

    /// Appends the text of the next bytes. Bytes that are no text become U+FFFD; those whose meaning later ones
    /// decide wait for them, or for [`finish`](Self::finish).
    ///
    /// ```
    /// use komadai_notation::record::Decoder;
    /// let (mut decoder, mut text) = (Decoder::new(), String::new());
    /// // A block may end within a character.
    /// decoder.decode(&"歩".as_bytes()[..1], &mut text);
    /// decoder.decode(&"歩".as_bytes()[1..], &mut text);
    /// decoder.finish(&mut text);
    /// assert_eq!(text, "歩");
    /// ```
    pub fn decode(&mut self, bytes: &[u8], text: &mut String) {
        self.decode_lines(bytes, false, text);
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
        // ASCII is the same in all of them, but for the escapes of ISO-2022-JP.
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

/// The encoding under which a sample makes the most sense.
fn likeliest(sample: &[u8]) -> &'static Encoding {
    let escapes = |two: &[u8]| two == b"\x1b$" || two == b"\x1b(";
    if sample.windows(2).any(escapes) && sample.is_ascii() {
        return ISO_2022_JP;
    }
    // Other encodings hardly ever look like characters of UTF-8.
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

/// A sample, which may end within a character.
fn sample_text(encoding: &'static Encoding, sample: &[u8]) -> String {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    run(&mut decoder, sample, false, &mut text);
    text
}

/// How much of a sample no record would have, decoded as this encoding.
fn strangeness(encoding: &'static Encoding, sample: &[u8]) -> u32 {
    let text = sample_text(encoding, sample);
    let latin = encoding == WINDOWS_1252;
    let mut before = ' ';
    let mut sum = 0u32;
    for character in text.chars() {
        sum += match character {
            char::REPLACEMENT_CHARACTER => 8,
            '\u{80}'..='\u{9f}' | '\u{e000}'..='\u{f8ff}' => 4,
            // Half-width katakana: what EUC and UTF-8 look like in Shift-JIS.
            '\u{ff61}'..='\u{ff9f}' => 2,
            _ if character.is_ascii() => 0,
            // A letter with an accent stands among ASCII.
            _ if latin => match (character.is_alphabetic(), before.is_ascii()) {
                (true, true) => 1,
                _ => 4,
            },
            // A kanji of which both sides are letters is an accented letter and the letter behind it.
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
