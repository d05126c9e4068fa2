use std::sync::OnceLock;

use axum::http::header::HeaderValue;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::assets;

/// Marks responses that are pages, including 304, which has no content type: browsers apply its policy to the
/// cached page.
#[derive(Clone, Copy)]
pub(super) struct Page;

/// Allows only own resources. Rules and engine are WebAssembly; the engine runs in a Worker, which takes the
/// policy of its script. Inline styles, which pages carry to avoid an unstyled first paint, are allowed by
/// hash.
pub(super) fn policy(is_page: bool) -> HeaderValue {
    static PAGES: OnceLock<HeaderValue> = OnceLock::new();
    static OTHERS: OnceLock<HeaderValue> = OnceLock::new();
    let value = if is_page {
        PAGES.get_or_init(|| value(&with_styles(assets::texts_with_styles())))
    } else {
        OTHERS.get_or_init(|| value(&with_styles([])))
    };
    value.clone()
}

fn value(policy: &str) -> HeaderValue {
    HeaderValue::from_str(policy).expect("base64 and the text around it are visible ASCII")
}

fn with_styles<'a>(pages: impl IntoIterator<Item = &'a str>) -> String {
    let mut hashes: Vec<String> = pages
        .into_iter()
        .flat_map(style_elements)
        .map(hash)
        .collect();
    hashes.sort();
    hashes.dedup();
    let styles: String = hashes.iter().map(|hash| format!(" {hash}")).collect();
    // The engine's Worker waits for a blob (web/src/engine/endAtOnce.ts).
    format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
         style-src 'self'{styles}; img-src 'self' data: blob:; media-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self' blob:; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'"
    )
}

/// Contents of style elements. The web build writes them without attributes.
fn style_elements(html: &str) -> impl Iterator<Item = &str> {
    html.split("<style>")
        .skip(1)
        .filter_map(|rest| rest.split_once("</style>"))
        .map(|(style, _)| style)
}

/// A hash source: <https://www.w3.org/TR/CSP3/#grammardef-hash-source>.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_elements_are_allowed_by_their_hashes_and_nothing_inline_is() {
        let page = "<head><style>a { color: red }</style></head><style>b {}</style>";
        let policy = with_styles([page, "<style>b {}</style>", "<p>none</p>"]);
        // echo -n 'a { color: red }' | openssl dgst -sha256 -binary | base64
        let (a, b) = (
            "sha256-LHvAPItmcc9l4w10oslyz6Nh8tFuoEH5lssCs9WdKIE=",
            "sha256-zy87ZYlZV4kMyp51wB+3ABJeEclAGRFupKDmlDS9DAw=",
        );
        assert_eq!(policy.matches(a).count(), 1, "{policy}");
        assert_eq!(policy.matches(b).count(), 1, "{policy}");
        assert!(!policy.contains("unsafe-inline"));
    }
}
