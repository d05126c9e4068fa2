//! TypeScript declarations of the module, checked against `types.d.ts`.
//!
//! `KOMADAI_WRITE_TYPES=1 cargo test -p komadai-wasm-records typescript` writes the file.

use std::path::Path;

use komadai_protocol::typescript::{GAME_NAME, RULE_CODE, SIDE_NAME, check_file, config, declare};
use komadai_wasm_shared::typescript::head;

use crate::record::{
    ProblemCode, ReadRecord, RecordEnd, RecordNode, RecordProblem, RecordShape, RecordedGame,
};

#[test]
fn typescript_is_in_step() {
    let config = config();
    let mut out = head("komadai-wasm-records");
    for names in [GAME_NAME, SIDE_NAME, RULE_CODE] {
        names.declare(&mut out);
    }
    out.push_str(
        "\n/**\n * A format of records.\n */\n\
         export type RecordFormat = 'kif' | 'ki2' | 'csa' | 'pgn' | 'usi' | 'jkf';\n\
         \n/**\n * An encoding of files.\n */\n\
         export type RecordEncoding = 'utf-8' | 'shift-jis';\n",
    );
    declare::<RecordedGame>(&mut out, &config);
    declare::<RecordNode>(&mut out, &config);
    declare::<RecordEnd>(&mut out, &config);
    declare::<RecordShape>(&mut out, &config);
    declare::<ReadRecord>(&mut out, &config);
    declare::<RecordProblem>(&mut out, &config);
    declare::<ProblemCode>(&mut out, &config);
    out.push_str(
        "\n/**\n * What was written.\n */\n\
         export type WrittenRecords = {\n\
         /**\n * The bytes of the file.\n */\nbytes: Uint8Array<ArrayBuffer>,\n\
         /**\n * The characters that the encoding does not have, each once; 〓 stands in their place.\n */\n\
         missing: string, };\n",
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/types.d.ts");
    check_file(&path, &out);
}
