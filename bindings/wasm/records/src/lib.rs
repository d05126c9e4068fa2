//! Game records for the browser: reads and writes KIF, KI2, CSA, PGN, USI lines and JKF. A file is
//! read in blocks, in a Worker of its own.

mod of_record;
mod record;
mod to_record;
#[cfg(test)]
mod typescript;

use komadai_notation::record::{
    Decoder, DoesNotFit, Format, GameText, ReadOptions, Splitter, TextEncoding, read_record,
    write_record,
};
use komadai_rules::VariantId;
use komadai_wasm_shared::{Error, from_js, read_game, to_js};
use wasm_bindgen::prelude::*;

use crate::record::{ReadRecord, RecordedGame, WrittenRecords};

/// Bytes of text that suffice to detect the format.
const HEAD: usize = 1 << 14;

/// Reads a file with any number of games, block by block.
///
/// ```js
/// const reader = new RecordReader();
/// for await (const block of file.stream()) show(reader.read(block));
/// show(reader.finish());
/// reader.free();
/// ```
#[wasm_bindgen]
pub struct RecordReader {
    options: ReadOptions,
    decoder: Decoder,
    /// Decoded text that is not yet split into games.
    text: String,
    splitter: Option<(Format, Splitter)>,
}

#[wasm_bindgen]
impl RecordReader {
    /// A reader at the beginning of a file. `game` applies to records that do not name theirs.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "GameName | null | undefined")] game: Option<String>,
    ) -> Result<RecordReader, JsValue> {
        let variant: Option<VariantId> = game.as_deref().map(read_game).transpose()?;
        let options = ReadOptions {
            variant,
            ..ReadOptions::default()
        };
        Ok(RecordReader {
            options,
            decoder: Decoder::new(),
            text: String::new(),
            splitter: None,
        })
    }

    /// Reads the next bytes and returns the games that are complete.
    #[wasm_bindgen(unchecked_return_type = "ReadRecord[]")]
    pub fn read(&mut self, bytes: &[u8]) -> JsValue {
        to_js(&self.push(bytes, false))
    }

    /// Ends the file and returns the remaining games.
    #[wasm_bindgen(unchecked_return_type = "ReadRecord[]")]
    pub fn finish(&mut self) -> JsValue {
        to_js(&self.push(&[], true))
    }
}

impl RecordReader {
    fn push(&mut self, bytes: &[u8], last: bool) -> Vec<ReadRecord> {
        self.decoder.decode(bytes, &mut self.text);
        if last {
            self.decoder.finish(&mut self.text);
        }
        if self.splitter.is_none() && (self.text.len() >= HEAD || last) {
            let format = Format::detect(&self.text);
            self.splitter = format.map(|format| (format, Splitter::new(format)));
        }
        let Some((format, splitter)) = &mut self.splitter else {
            return Vec::new();
        };
        splitter.push(&core::mem::take(&mut self.text));
        if last {
            splitter.finish();
        }
        let (format, options) = (*format, &self.options);
        let games = core::iter::from_fn(|| splitter.next_game());
        games
            .map(|game| read_game_text(&game, format, options))
            .collect()
    }
}

fn read_game_text(game: &GameText, format: Format, options: &ReadOptions) -> ReadRecord {
    let reading = read_record(&game.text, format, &game.options(options));
    ReadRecord::new(&reading, format)
}

/// Writes games in a format: the bytes of a file, and the characters that its encoding lacks.
///
/// # Errors
/// There is no such format, it can't hold one of the games, or a game is invalid: its positions or
/// moves can't be read, or a move is illegal.
#[wasm_bindgen(js_name = writeRecords, unchecked_return_type = "WrittenRecords")]
pub fn write_records(
    #[wasm_bindgen(unchecked_param_type = "RecordedGame[]")] games: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "RecordFormat")] format: &str,
    #[wasm_bindgen(unchecked_param_type = "RecordEncoding")] encoding: &str,
) -> Result<JsValue, JsValue> {
    let format = read_format(format)?;
    let encoding = match encoding {
        "utf-8" => TextEncoding::Utf8,
        "shift-jis" => TextEncoding::ShiftJis,
        _ => {
            let message = "an encoding is utf-8 or shift-jis";
            return Err(Error::new("unknown-encoding", message)
                .about(encoding)
                .into());
        }
    };
    let games: Vec<RecordedGame> = from_js(games, "bad-record")?;
    let mut text = String::new();
    for (index, game) in games.iter().enumerate() {
        let written = write_record(&game.to_record()?, format).map_err(does_not_fit)?;
        text.push_str(if index > 0 { format.separator() } else { "" });
        text.push_str(&written);
    }
    let encoded = encoding.encode(&text);
    let mut missing = String::new();
    for character in encoded.missing {
        if !missing.contains(character) {
            missing.push(character);
        }
    }
    let written = js_sys::Object::from(to_js(&WrittenRecords { missing }));
    let bytes = js_sys::Uint8Array::from(&*encoded.bytes);
    js_sys::Reflect::set(&written, &"bytes".into(), &bytes)?;
    Ok(written.into())
}

fn read_format(name: &str) -> Result<Format, Error> {
    let found = Format::from_extension(name).map(|(format, _)| format);
    found.ok_or_else(|| {
        let names: Vec<&str> = Format::names().collect();
        let message = format!("no such format; the formats are {}", names.join(", "));
        Error::new("unknown-format", message).about(name)
    })
}

fn does_not_fit(error: DoesNotFit) -> Error {
    Error::new("does-not-fit", error.to_string()).about(error.variant.name())
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = include_str!("types.d.ts");
