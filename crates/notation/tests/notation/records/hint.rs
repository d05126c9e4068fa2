//! The variant of the options applies to records that do not name theirs, and makes no record
//! unreadable.

use komadai_notation::record::{Format, ReadOptions, read_record, write_record};
use komadai_rules::VariantId;

use super::moves;
use super::random::{Generator, Richness};

fn as_of(variant: VariantId) -> ReadOptions {
    ReadOptions {
        variant: Some(variant),
        ..ReadOptions::default()
    }
}

/// A record may be pasted on the board of another variant.
#[test]
fn a_record_that_names_its_variant_ignores_the_option() {
    let simple = Richness {
        plies: 30,
        nesting: 0,
        after_end: false,
    };
    let mut tried = 0;
    for variant in VariantId::ALL {
        for format in Format::ALL
            .into_iter()
            .filter(|format| format.fits(variant))
        {
            for seed in 0..8 {
                let record = Generator::new(seed, simple).record(variant);
                // Two moves may fit several variants.
                if record.main_line().len() < 8 {
                    continue;
                }
                let text = write_record(&record, format).expect("the format fits");
                for asked in VariantId::ALL {
                    let reading = read_record(&text, format, &as_of(asked));
                    assert_eq!(reading.errors, [], "{asked} {format:?}\n{text}");
                    assert_eq!(reading.record.variant(), variant, "{asked}\n{text}");
                    assert_eq!(moves(&reading.record), moves(&record), "{asked}\n{text}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

#[test]
fn a_start_of_shogi_and_its_first_moves_are_read_beside_every_board() {
    let texts = [
        (
            Format::Kif,
            "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n",
        ),
        (Format::Ki2, "手合割：平手\n▲７六歩 △３四歩 ▲２六歩\n"),
        (Format::Csa, "PI\n+\n+7776FU\n-3334FU\n+2726FU\n"),
        (Format::Usi, "position startpos moves 7g7f 3c3d 2g2f\n"),
        (
            Format::Jkf,
            concat!(
                r#"{"header":{},"initial":{"preset":"HIRATE"},"moves":[{},"#,
                r#"{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU","color":0}},"#,
                r#"{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU","color":1}},"#,
                r#"{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU","color":0}}]}"#,
            ),
        ),
    ];
    for (format, text) in texts {
        for asked in VariantId::ALL {
            let reading = read_record(text, format, &as_of(asked));
            assert_eq!(reading.errors, [], "{asked} {text}");
            assert_eq!(moves(&reading.record), "7g7f 3c3d 2g2f", "{asked} {text}");
        }
    }
}

#[test]
fn an_illegal_move_does_not_change_the_variant() {
    let text = "position startpos moves 5d5c 1b1c 1a9i";
    let reading = read_record(text, Format::Usi, &as_of(VariantId::Minishogi));
    assert_eq!(reading.record.variant(), VariantId::Minishogi);
    assert_eq!(reading.errors.len(), 1);
}
