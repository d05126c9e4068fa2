//! TypeScript declarations of the module, checked against `types.d.ts`.
//!
//! `KOMADAI_WRITE_TYPES=1 cargo test -p komadai-wasm-engine typescript` writes the file.

use std::path::Path;

use komadai_protocol::typescript::{GAME_NAME, check_file, config, declare};
use komadai_wasm_shared::typescript::head;

use crate::mate::{DefendAnswer, DefendRequest, MateAnswer, MateInfo, MateRequest};
use crate::report::{LevelInfo, SearchInfo, SearchResult};
use crate::request::SearchRequest;

#[test]
fn typescript_is_in_step() {
    let config = config();
    let mut out = head("komadai-wasm-engine");
    GAME_NAME.declare(&mut out);
    out.push_str(
        "\n/**\n * `full`, or a number from `1`, the weakest; `easy` and `middle` are two of the numbers.\n */\n\
         export type Level = 'easy' | 'middle' | 'full' | `${number}`;\n",
    );
    declare::<LevelInfo>(&mut out, &config);
    declare::<SearchRequest>(&mut out, &config);
    declare::<SearchInfo>(&mut out, &config);
    declare::<SearchResult>(&mut out, &config);
    declare::<MateRequest>(&mut out, &config);
    declare::<MateInfo>(&mut out, &config);
    declare::<MateAnswer>(&mut out, &config);
    declare::<DefendRequest>(&mut out, &config);
    declare::<DefendAnswer>(&mut out, &config);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/types.d.ts");
    check_file(&path, &out);
}
