//! `komadai-lab levels --document`: tables and chart from the records.

use std::fs;
use std::path::Path;

use komadai_lab::{LevelRecord, level_chart, level_tables};
use komadai_rules::VariantId;

use crate::failure::Failure;
use crate::output;

const BEGIN: &str = "<!-- levels -->\n";
const END: &str = "<!-- /levels -->\n";

pub(super) fn run(folder: &Path) -> Result<(), Failure> {
    let mut records: Vec<LevelRecord> = Vec::new();
    for game in VariantId::ALL {
        let path = folder.join("levels").join(format!("{game}.json"));
        let text = read(&path)?;
        let record = serde_json::from_str(&text)
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
        records.push(record);
    }
    let page = folder.join("engine.md");
    let text = read(&page)?;
    let (before, rest) = text
        .split_once(BEGIN)
        .ok_or_else(|| missing_line(&page, BEGIN))?;
    let (_, after) = rest
        .split_once(END)
        .ok_or_else(|| missing_line(&page, END))?;
    let tables = level_tables(&records);
    let text = format!("{before}{BEGIN}\n{tables}\n{END}{after}");
    output::file(&page, text.as_bytes())?;
    let chart = folder.join("levels").join("chart.svg");
    output::file(&chart, level_chart(&records).as_bytes())
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

fn missing_line(path: &Path, line: &str) -> Failure {
    Failure::Input(format!("{} has no line {}", path.display(), line.trim()))
}
