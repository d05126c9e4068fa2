//! Writes the JavaScript loader of a module compiled with `#[wasm_bindgen]`, and the processed module.
//!
//! `komadai-bindgen <module.wasm> <folder> <name>` writes `<folder>/<name>.js`, `<name>.d.ts` and
//! `<name>_bg.wasm`, as `wasm-bindgen --target web` does.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!("usage: komadai-bindgen <module.wasm> <folder> <name>");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name(name)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The page calls the loader without the path of the module.
        .omit_default_module_path(false);
    match bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {module}: {error:?}");
            ExitCode::FAILURE
        }
    }
}
