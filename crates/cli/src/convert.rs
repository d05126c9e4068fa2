//! `komadai convert`: game records from one format to another, game by game.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use komadai_notation::record::{
    Decoder, Format, GameText, ReadOptions, RecordError, RecordErrorKind, Splitter, TextEncoding,
    read_record, write_record,
};
use komadai_rules::VariantId;

use crate::failure::Failure;

const BLOCK: usize = 1 << 16;

const STANDARD: &str = "-";

#[derive(Debug, Args)]
#[command(after_help = "\
Formats, by the extension of the file or after --from and --to:
  kif   KIF in Shift-JIS            kifu  KIF in UTF-8
  ki2   KI2 in Shift-JIS            ki2u  KI2 in UTF-8
  csa   CSA 2.2, or 3.0 where times have fractions
  pgn   PGN, as pychess and Fairy-Stockfish write it
  usi   a line \"position … moves …\" for each game (sfen is another name)
  json  JSON kifu format, an object a line for each game (jkf is another name)

Shogi, Minishogi and Tori Shogi go into KIF and KI2, Shogi and Minishogi into CSA, all four games into the
others. docs/records.md says what each format keeps, and which dialects of other programs are read.

Examples:
  komadai convert game.kif game.pgn
  komadai convert games.pgn games.usi
  komadai convert --to csa game.kifu -
  komadai convert --game minishogi --to json - game.json < moves.usi")]
pub(crate) struct ConvertArgs {
    /// File to read, - for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// File to write, - for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Game of records that do not name it: shogi, minishogi, torishogi or shogun
    #[arg(long)]
    game: Option<VariantId>,
    /// Format of IN [default: recognised by its content]
    #[arg(long, value_name = "FORMAT", value_parser = file_type)]
    from: Option<FileType>,
    /// Format of OUT [default: the extension of OUT]
    #[arg(long, value_name = "FORMAT", value_parser = file_type)]
    to: Option<FileType>,
}

type FileType = (Format, TextEncoding);

fn file_type(name: &str) -> Result<FileType, String> {
    Format::from_extension(name).ok_or_else(|| {
        format!(
            "the formats are {}",
            Format::names().collect::<Vec<_>>().join(", ")
        )
    })
}

fn by_extension(path: &Path) -> Option<FileType> {
    Format::from_extension(path.extension()?.to_str()?)
}

pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let Some(to) = args.to.or_else(|| by_extension(&args.output)) else {
        return Err(Failure::Input(format!(
            "the name {} does not tell a format: give --to",
            args.output.display()
        )));
    };
    let mut input = open(&args.input)?;
    if is_same(&args.input, &args.output) {
        return Err(Failure::Input("IN and OUT are the same file".into()));
    }
    let mut converter = Converter {
        options: ReadOptions {
            variant: args.game,
            ..ReadOptions::default()
        },
        output: Output {
            path: &args.output,
            file_type: to,
            file: None,
            missing: Vec::new(),
        },
        failed: false,
    };
    let games = converter.convert(&mut input, args)?;
    if games == 0 {
        let expected = "the record of a game";
        converter.complain(&empty_error(expected))?;
    }
    converter.output.finish()?;
    match converter.failed {
        true => Err(Failure::Reported),
        false => Ok(()),
    }
}

fn empty_error(expected: &str) -> RecordError {
    RecordError {
        kind: RecordErrorKind::NoRecord,
        line: 1,
        column: 1,
        found: String::new(),
        expected: expected.into(),
    }
}

fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if path.as_os_str() == STANDARD {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path)
        .map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))?;
    Ok(Box::new(file))
}

fn is_same(input: &Path, output: &Path) -> bool {
    match (input.canonicalize(), output.canonicalize()) {
        (Ok(input), Ok(output)) => input == output && input.is_file(),
        _ => false,
    }
}

struct Converter<'a> {
    options: ReadOptions,
    output: Output<'a>,
    failed: bool,
}

impl Converter<'_> {
    /// Converts all games and returns their number.
    fn convert(&mut self, input: &mut dyn Read, args: &ConvertArgs) -> Result<u64, Failure> {
        let mut decoder = Decoder::new();
        let mut splitter = None;
        let (mut block, mut text) = (vec![0; BLOCK], String::new());
        let mut games = 0;
        loop {
            let read = input.read(&mut block)?;
            let last = read == 0;
            decoder.decode(&block[..read], &mut text);
            if last {
                decoder.finish(&mut text);
            }
            let (format, splitter) = match &mut splitter {
                Some(both) => both,
                // Waits for enough text to recognise the format.
                None if text.len() < BLOCK / 4 && !last => continue,
                None => {
                    let format = self.format(args, &text)?;
                    splitter.insert((format, Splitter::new(format)))
                }
            };
            splitter.push(&text);
            text.clear();
            if last {
                splitter.finish();
            }
            while let Some(game) = splitter.next_game() {
                games += 1;
                self.convert_game(&game, *format)?;
            }
            if last {
                return Ok(games);
            }
        }
    }

    /// The requested format, else by the content, else by the file name.
    fn format(&mut self, args: &ConvertArgs, text: &str) -> Result<Format, Failure> {
        let named = by_extension(&args.input).map(|(format, _)| format);
        let format = args
            .from
            .map(|(format, _)| format)
            .or_else(|| Format::detect(text))
            .or(named);
        if let Some(format) = format {
            return Ok(format);
        }
        let error = empty_error("a record in one of the formats, or --from with its format");
        self.complain(&error)?;
        Err(Failure::Reported)
    }

    fn convert_game(&mut self, game: &GameText, format: Format) -> Result<(), Failure> {
        let reading = read_record(&game.text, format, &game.options(&self.options));
        for error in &reading.errors {
            self.complain(error)?;
        }
        for warning in &reading.warnings {
            let text = warning.to_string();
            writeln!(io::stderr(), "{}", text.replacen(": ", ": warning: ", 1))?;
        }
        // Skips a bad record without a readable move.
        if !reading.errors.is_empty() && reading.record.tree.is_empty() {
            return Ok(());
        }
        match write_record(&reading.record, self.output.file_type.0) {
            Ok(text) => self.output.write(&text),
            Err(error) => {
                self.failed = true;
                writeln!(io::stderr(), "{}:1: {error}", game.first_line)?;
                Ok(())
            }
        }
    }

    fn complain(&mut self, error: &RecordError) -> Result<(), Failure> {
        self.failed = true;
        writeln!(io::stderr(), "{error}")?;
        Ok(())
    }
}

/// Opened on the first write.
struct Output<'a> {
    path: &'a Path,
    file_type: FileType,
    file: Option<Box<dyn Write>>,
    /// Characters that the encoding lacks.
    missing: Vec<char>,
}

impl Output<'_> {
    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let (format, encoding) = self.file_type;
        let first = self.file.is_none();
        let mut whole = String::new();
        if !first {
            whole.push_str(format.separator());
        }
        whole.push_str(text);
        let encoded = encoding.encode(&whole);
        for character in encoded.missing {
            if !self.missing.contains(&character) {
                self.missing.push(character);
            }
        }
        self.open()?.write_all(&encoded.bytes)?;
        Ok(())
    }

    fn open(&mut self) -> Result<&mut dyn Write, Failure> {
        let file: Box<dyn Write> = match self.file.take() {
            Some(file) => file,
            None if self.path.as_os_str() == STANDARD => Box::new(BufWriter::new(io::stdout())),
            None => {
                let file = File::create(self.path).map_err(|error| {
                    Failure::Input(format!("cannot write {}: {error}", self.path.display()))
                })?;
                Box::new(BufWriter::new(file))
            }
        };
        Ok(self.file.insert(file))
    }

    fn finish(&mut self) -> Result<(), Failure> {
        if let Some(file) = &mut self.file {
            file.flush()?;
        }
        if let Some(first) = self.missing.first() {
            writeln!(
                io::stderr(),
                "komadai: Shift-JIS has no {first} and writes 〓 for {} such characters; kifu and ki2u keep them",
                self.missing.len()
            )?;
        }
        Ok(())
    }
}
