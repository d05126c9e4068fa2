use komadai_lab::{PuzzleCheck, PuzzleSet, PuzzlesError, check_puzzles};
use komadai_rules::VariantId;

use crate::committed::committed;

/// A file of two committed puzzles.
fn small() -> String {
    let mut set = committed(VariantId::Minishogi);
    set.puzzles.truncate(2);
    set.text()
}

fn refused(from: &str, to: &str) -> String {
    let text = small();
    assert!(text.contains(from), "{text}");
    PuzzleSet::parse(&text.replacen(from, to, 1))
        .unwrap_err()
        .to_string()
}

#[test]
fn a_set_and_its_text_are_inverse() {
    for variant in VariantId::ALL {
        let path = format!("{}/puzzles/{variant}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(PuzzleSet::parse(&text).unwrap().text(), text);
    }
}

#[test]
fn a_bad_header_is_refused() {
    let error = PuzzleSet::parse("").unwrap_err().to_string();
    assert!(
        error.starts_with("line 1: expected a header like"),
        "{error}"
    );
    assert!(refused("\"puzzles\":1", "\"puzzles\":2").contains("format 2 is not 1"));
    assert!(refused("minishogi", "go").contains("there is no game \"go\""));
    let error = refused("\"count\":2", "\"count\":3");
    assert_eq!(error, "there are 2 puzzles, but line 1 says 3");
}

#[test]
fn a_bad_line_is_refused_with_its_number() {
    let text = small();
    let rows: Vec<&str> = text.lines().collect();
    let line = |number: usize, row: &str| {
        let mut rows = rows.clone();
        rows[number - 1] = row;
        let error = PuzzleSet::parse(&rows.join("\n")).unwrap_err();
        assert!(
            matches!(error, PuzzlesError::Line { line, .. } if line == number),
            "{error}"
        );
        error.to_string()
    };
    assert!(line(3, "{").starts_with("line 3: "));
    assert!(line(3, rows[1]).contains("not sorted"));
    let change = |from: &str, to: &str| line(2, &rows[1].replacen(from, to, 1));
    assert!(change("\"mate\"", "\"riddle\"").contains("no kind of puzzle \"riddle\""));
    assert!(change("\"themes\":[", "\"themes\":[\"luck\",").contains("no theme \"luck\""));
    assert!(change("\"plies\":1", "\"plies\":3").contains("\"plies\" is 3"));
    assert!(change("\"id\":\"", "\"id\":\"x").contains("its id is "));
    assert!(change("\"moves\":[\"", "\"moves\":[\"9").starts_with("line 2: "));
    assert!(change("\"moves\":[\"", "\"moves\":[\"5e5e\",\"").contains("illegal"));
    let twice = "\"themes\"";
    let moves = rows[1]
        .split("\"moves\":")
        .nth(1)
        .unwrap()
        .split(']')
        .next()
        .unwrap();
    let same = format!("\"solutions\":{moves}],\"themes\"");
    if !rows[1].contains("solutions") {
        assert!(change(twice, &same).contains("\"solutions\" must be"));
    }
}

#[test]
fn a_mirrored_position_is_a_duplicate() {
    let set = committed(VariantId::Shogi);
    let row = set.text().lines().nth(1).unwrap().to_string();
    let first = &set.puzzles[0];
    let text = first.position.to_string();
    let board = text.split(' ').next().unwrap();
    // No piece stands alone on a rank with a two-digit number: ranks can be reversed.
    let mirrored: Vec<String> = (board.split('/'))
        .map(|rank| {
            let mut tokens: Vec<String> = Vec::new();
            let mut plus = false;
            for c in rank.chars() {
                match c {
                    '+' => plus = true,
                    c if plus => {
                        tokens.push(format!("+{c}"));
                        plus = false;
                    }
                    c => tokens.push(c.to_string()),
                }
            }
            tokens.reverse();
            tokens.concat()
        })
        .collect();
    let mirrored = text.replacen(board, &mirrored.join("/"), 1);
    assert_ne!(mirrored, text);
    let file = |row: &str| {
        let header = "{\"puzzles\":1,\"game\":\"shogi\",\"count\":1,\"command\":\"\",\"seed\":1,\"games\":1}";
        PuzzleSet::parse(&format!("{header}\n{row}"))
    };
    assert!(file(&row).is_ok());
    // Mirrors the file digit of a move; valid for drops and moves within a file.
    let turn = |word: &str| -> String {
        word.chars()
            .map(|c| match c.to_digit(10) {
                Some(digit) => char::from_digit(10 - digit, 10).unwrap(),
                None => c,
            })
            .collect()
    };
    let words = |moves: &[komadai_rules::Move]| -> Vec<String> {
        let text = |&mv: &komadai_rules::Move| turn(&mv.display(VariantId::Shogi).to_string());
        moves.iter().map(text).collect()
    };
    let solutions = words(&first.solutions);
    let solutions = match solutions.is_empty() {
        true => String::new(),
        false => format!("\"solutions\":{solutions:?},"),
    };
    let other = |id: &str| {
        format!(
            "{{\"id\":\"{id}\",\"kind\":\"{}\",\"position\":\"{mirrored}\",\"plies\":{},\"moves\":{:?},{solutions}\
             \"themes\":[],\"rating\":2600}}",
            first.kind,
            first.plies(),
            words(&first.moves),
        )
    };
    let error = file(&other("00000000")).unwrap_err().to_string();
    let id = error.split("its id is ").nth(1).expect(&error)[..8].to_string();
    assert!(file(&other(&id)).is_ok(), "{}", other(&id));
    let header =
        "{\"puzzles\":1,\"game\":\"shogi\",\"count\":2,\"command\":\"\",\"seed\":1,\"games\":1}";
    let both = format!("{header}\n{row}\n{}", other(&id));
    let error = PuzzleSet::parse(&both).unwrap_err().to_string();
    assert_eq!(error, "line 3: it is the same position as in line 2");
}

#[test]
fn wrong_puzzles_are_found() {
    let wrong = |change: &dyn Fn(&mut komadai_lab::Puzzle)| {
        let mut set = committed(VariantId::Minishogi);
        set.puzzles
            .retain(|it| it.plies() == 3 && it.kind == komadai_lab::PuzzleKind::Mate);
        set.puzzles.truncate(1);
        change(&mut set.puzzles[0]);
        let mut found = Vec::new();
        check_puzzles(&set, &PuzzleCheck::default(), &mut |_, why| {
            found.extend(why)
        })
        .unwrap();
        found.concat()
    };
    assert_eq!(wrong(&|_| ()), "");
    assert!(wrong(&|it| it.moves.truncate(1)).contains("mate in 3 plies, not 1"));
    let twice = |it: &mut komadai_lab::Puzzle| {
        let other = it
            .position
            .checking_moves()
            .into_iter()
            .find(|mv| !it.first_moves().contains(mv));
        it.solutions = [it.first_moves(), &[other.unwrap()]].concat();
    };
    assert!(wrong(&twice).contains("its first moves are: "));
    assert!(
        wrong(&|it| it.themes = vec![komadai_lab::Theme::Castling]).contains("its themes are: ")
    );
    // One more piece in the attacker's hand, taken from the defender's.
    let richer = |it: &mut komadai_lab::Puzzle| {
        let mut setup = it.position.to_setup();
        let kinds = 0..setup.hands[1].len();
        for kind in kinds {
            let mut given = setup.clone();
            if given.hands[1][kind] == 0 {
                continue;
            }
            given.hands[1][kind] -= 1;
            given.hands[0][kind] += 1;
            let rules = komadai_rules::SetupRules::Mate;
            let position = komadai_rules::AnyPosition::from_setup(&given, rules).unwrap();
            if position.mate_in_one().is_none() {
                setup = given;
                break;
            }
        }
        it.position =
            komadai_rules::AnyPosition::from_setup(&setup, komadai_rules::SetupRules::Mate)
                .unwrap();
    };
    assert_ne!(wrong(&richer), "");
}

#[test]
fn brute_force_finds_a_superfluous_piece() {
    let mut set = committed(VariantId::Minishogi);
    set.puzzles
        .retain(|it| it.plies() == 3 && it.kind == komadai_lab::PuzzleKind::Mate);
    set.puzzles.truncate(20);
    // Moves one of the defender's pieces to the attacker's hand.
    for puzzle in &mut set.puzzles {
        let mut setup = puzzle.position.to_setup();
        let (attacker, defender) = (setup.side.index(), (!setup.side).index());
        let Some(kind) = setup.hands[defender].iter().position(|&count| count > 0) else {
            continue;
        };
        setup.hands[defender][kind] -= 1;
        setup.hands[attacker][kind] += 1;
        let rules = komadai_rules::SetupRules::Mate;
        puzzle.position = komadai_rules::AnyPosition::from_setup(&setup, rules).unwrap();
    }
    let force = PuzzleCheck {
        pieces: false,
        force_plies: 3,
        search: false,
        mirror: false,
    };
    let mut found = Vec::new();
    check_puzzles(&set, &force, &mut |_, why| found.extend(why)).unwrap();
    let superfluous = "brute force finds a superfluous piece";
    assert!(
        found.iter().any(|why| why.starts_with(superfluous)),
        "{found:#?}"
    );
}
