//! Networks for evaluation.

use js_sys::Uint8Array;
use komadai_engine::Evaluation;
use komadai_engine::nnue::{Net, NetError};
use komadai_wasm_shared::Error;
use wasm_bindgen::prelude::*;

use crate::{forget_net, with_engine};

/// Evaluates positions of the net's variant by the net and returns the name of the variant. Other
/// variants, and all after `null`, are evaluated by the classical evaluation.
///
/// # Errors
/// The bytes are no net for this engine (`bad-net`), this is called during a search (`busy`), or
/// there is no memory (`no-memory`). The evaluation is unchanged then.
#[wasm_bindgen(js_name = setNet, unchecked_return_type = "GameName | null")]
pub fn set_net(bytes: Option<Uint8Array>) -> Result<JsValue, JsValue> {
    let Some(bytes) = bytes else {
        return forget_net();
    };
    let net = read(&bytes).map_err(net_error)?;
    let variant = net.variant();
    with_engine(variant, |engine| {
        (engine.set_evaluation(&Evaluation::from(net))).map_err(net_error)?;
        Ok(JsValue::from_str(variant.name()))
    })
}

fn read(bytes: &Uint8Array) -> Result<Net, NetError> {
    let length = bytes.length() as usize;
    let mut copy = Vec::new();
    (copy.try_reserve_exact(length)).map_err(|_| NetError::OutOfMemory)?;
    copy.resize(length, 0);
    bytes.copy_to(&mut copy);
    Net::from_bytes(&copy)
}

pub(crate) fn net_error(error: NetError) -> Error {
    let code = match error {
        NetError::OutOfMemory => "no-memory",
        _ => "bad-net",
    };
    Error::new(code, error.to_string())
}
