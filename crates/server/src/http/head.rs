//! Title, description and picture of a page before any script runs, for search engines and link previews.

use std::collections::HashMap;
use std::sync::OnceLock;

use axum::extract::Query;
use axum::http::header::{ACCEPT_LANGUAGE, HOST};
use axum::http::{HeaderMap, Uri};
use komadai_protocol::{ErrorCode, GameKey, Status};
use komadai_rules::{Side, VariantId};
use serde::de::DeserializeOwned;

use super::pictures::{setup, written};
use crate::picture::{HEIGHT, WIDTH};
use crate::reach::Links;
use crate::request::View;
use crate::state::AppState;

/// Placeholder of the origin in prerendered pages.
pub(super) const ORIGIN: &str = "%ORIGIN%";

/// Title and description by language and page: `heads.json` of the web build.
pub(super) type Heads = HashMap<String, HashMap<String, (String, String)>>;

/// Link elements of a page's parts by the first segment of its path, with a trailing slash if more follow:
/// `preloads.json` of the web build.
pub(super) type Preloads = HashMap<String, String>;

/// Puzzle positions by variant and id: `puzzle-positions.json` of the web build.
pub(super) type PuzzlePositions = HashMap<String, HashMap<String, String>>;

const MAX_LESSON_BYTES: usize = 40;

const LANGUAGES: [(&str, &str); 4] = [
    ("en", "en_US"),
    ("ja", "ja_JP"),
    ("zh-Hans", "zh_CN"),
    ("zh-Hant", "zh_TW"),
];

pub(super) fn heads(json: &[u8]) -> Option<&'static Heads> {
    static HEADS: OnceLock<Option<Heads>> = OnceLock::new();
    read_once(&HEADS, json)
}

pub(super) fn preloads(json: &[u8]) -> Option<&'static Preloads> {
    static PRELOADS: OnceLock<Option<Preloads>> = OnceLock::new();
    read_once(&PRELOADS, json)
}

pub(super) fn puzzle_positions(json: &[u8]) -> Option<&'static PuzzlePositions> {
    static POSITIONS: OnceLock<Option<PuzzlePositions>> = OnceLock::new();
    read_once(&POSITIONS, json)
}

fn read_once<T: DeserializeOwned>(
    known: &'static OnceLock<Option<T>>,
    json: &[u8],
) -> Option<&'static T> {
    known
        .get_or_init(|| serde_json::from_slice(json).ok())
        .as_ref()
}

/// Adds the preloads of the page's parts, which then load in parallel with its script.
pub(super) fn with_preloads(html: &str, preloads: &Preloads, uri: &Uri) -> String {
    let mut parts = uri.path().split('/').filter(|part| !part.is_empty());
    let key = match (parts.next(), parts.next()) {
        (Some(first), Some(_)) => format!("{first}/"),
        (first, _) => first.unwrap_or_default().to_owned(),
    };
    match preloads.get(&key) {
        Some(links) => html.replacen("</head>", &format!("\t{links}\n\t</head>"), 1),
        None => html.to_owned(),
    }
}

pub(super) fn language(headers: &HeaderMap) -> &'static str {
    let asked = headers
        .get(ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_ascii_lowercase();
    let mut choices: Vec<(f32, &str)> = asked.split(',').map(weighed).collect();
    // The sort is stable: ties go to the first.
    choices.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    choices
        .into_iter()
        .filter(|&(weight, _)| weight > 0.0)
        .find_map(|(_, tag)| {
            let mut parts = tag.split('-');
            let traditional = |part| matches!(part, "hant" | "tw" | "hk" | "mo");
            match parts.next() {
                Some("en") => Some("en"),
                Some("ja") => Some("ja"),
                Some("zh") if parts.any(traditional) => Some("zh-Hant"),
                Some("zh") => Some("zh-Hans"),
                _ => None,
            }
        })
        .unwrap_or("en")
}

/// A language and its weight ([RFC 9110](https://www.rfc-editor.org/rfc/rfc9110#section-12.4.2)).
fn weighed(choice: &str) -> (f32, &str) {
    let (tag, parameters) = choice.split_once(';').unwrap_or((choice, ""));
    let weight = parameters.trim().strip_prefix("q=").map(str::parse);
    let weight = weight.map_or(1.0, |q| q.unwrap_or(0.0));
    (weight, tag.trim())
}

/// Origin of the server: `--public-url`, else the `Host` header if it is well-formed.
pub(super) fn origin(headers: &HeaderMap, links: &Links) -> String {
    let host = headers
        .get(HOST)
        .and_then(|host| host.to_str().ok())
        .filter(|host| {
            let allowed = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
            host.len() <= 100 && !host.is_empty() && host.chars().all(allowed)
        });
    match host {
        Some(host) if !links.stated => format!("http://{}", host.to_ascii_lowercase()),
        _ => links.origin.clone(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

pub(super) struct Page {
    name: String,
    picture: String,
    pub(super) found: bool,
    /// `true` if the page is the same for all callers at all times, and one of few. Such pages are cached.
    pub(super) is_fixed: bool,
}

impl Page {
    fn home() -> Self {
        Self {
            name: "home".into(),
            picture: "home.png".into(),
            found: true,
            is_fixed: false,
        }
    }
}

fn of_game(name: &str, game: VariantId) -> Page {
    Page {
        name: format!("{name}/{game}"),
        picture: format!("{game}.png"),
        ..Page::home()
    }
}

fn parts(uri: &Uri) -> Vec<&str> {
    let parts = uri.path().split('/');
    parts.filter(|part| !part.is_empty()).collect()
}

pub(super) fn game_of(uri: &Uri) -> Option<GameKey> {
    match parts(uri).as_slice() {
        ["g", id] => Some(GameKey((*id).into())),
        _ => None,
    }
}

pub(super) async fn game_page(state: &AppState, game: GameKey) -> Page {
    match state.games.view(&game, None).await {
        Ok(view) => invitation(&view),
        Err(code) => Page {
            found: code != ErrorCode::NoSuchGame,
            ..Page::home()
        },
    }
}

pub(super) fn page(puzzles: Option<&PuzzlePositions>, uri: &Uri) -> Page {
    let parts = parts(uri);
    let is_fixed = uri.query().is_none() && is_fixed(&parts);
    Page {
        is_fixed,
        ..page_of(puzzles, uri, &parts)
    }
}

/// Addresses with text of the client's choice are not fixed.
fn is_fixed(parts: &[&str]) -> bool {
    match parts {
        ["play" | "g", ..] | ["puzzles" | "analysis", _, _, ..] => false,
        ["learn", _, "lessons", lesson] => lesson.len() <= MAX_LESSON_BYTES,
        _ => true,
    }
}

fn page_of(puzzles: Option<&PuzzlePositions>, uri: &Uri, parts: &[&str]) -> Page {
    let named = |text: &str| text.parse::<VariantId>().ok();
    let home = Page::home();
    if !is_page(parts) {
        return Page {
            found: false,
            ..home
        };
    }
    match parts {
        ["learn"] => Page {
            name: "learn".into(),
            ..home
        },
        ["puzzles"] => Page {
            name: "puzzles".into(),
            ..home
        },
        ["puzzles", game, id] if let Some(page) = puzzle(puzzles, game, id) => page,
        ["puzzles", game, ..] => named(game).map_or(home, |game| of_game("puzzles", game)),
        ["new", game] => named(game).map_or(home, |game| of_game("new", game)),
        ["learn", game, "lessons", ..] => named(game).map_or(home, |game| of_game("lessons", game)),
        ["learn", game, trainer @ ("squares" | "names" | "handicaps")] => {
            named(game).map_or(home, |game| of_game(trainer, game))
        }
        ["learn", game, ..] => named(game).map_or(home, |game| of_game("guide", game)),
        ["view"] => shared(uri).unwrap_or(Page {
            name: "view".into(),
            ..home
        }),
        _ => home,
    }
}

/// A shared game: `?shogi=<position>`.
fn shared(uri: &Uri) -> Option<Page> {
    // Decode first: some programs encode more of an address than necessary.
    let Query(parts) = Query::<Vec<(String, String)>>::try_from_uri(uri).ok()?;
    let (game, position) = parts.into_iter().next()?;
    let game: VariantId = game.parse().ok()?;
    let setup = setup(game, Some(&position)).ok()?;
    Some(Page {
        picture: picture_of(game, &setup.to_string()),
        ..of_game("view", game)
    })
}

fn puzzle(puzzles: Option<&PuzzlePositions>, game: &str, id: &str) -> Option<Page> {
    let position = puzzles?.get(game)?.get(id)?;
    let game: VariantId = game.parse().ok()?;
    let side = match setup(game, Some(position)).ok()?.side {
        Side::First => "",
        Side::Second => "&bottom=second",
    };
    Some(Page {
        picture: format!("{}{side}", picture_of(game, position)),
        ..of_game("puzzles", game)
    })
}

fn picture_of(game: VariantId, position: &str) -> String {
    format!("{game}.png?position={}", written(position))
}

fn invitation(view: &View) -> Page {
    let game = view.snapshot.settings.game;
    let name = match view.snapshot.status {
        Status::Waiting => "invitation",
        _ => "game",
    };
    Page {
        picture: picture_of(game, &view.snapshot.position),
        ..of_game(name, game)
    }
}

/// Returns `true` if the page's router knows the path (`web/src/router.svelte.ts`). Guide chapters are
/// prerendered and matched before; lessons, puzzles and local games are validated by the page.
fn is_page(parts: &[&str]) -> bool {
    let is_game = |text: &&str| text.parse::<VariantId>().is_ok();
    match parts {
        []
        | [
            "view" | "games" | "challenges" | "learn" | "analysis" | "puzzles" | "devices" | "link",
        ]
        | ["puzzles", "history"] => true,
        ["play" | "g", _] => true,
        ["new" | "puzzles" | "analysis", game]
        | ["puzzles" | "analysis", game, _]
        | ["puzzles", game, "theme", _]
        | ["learn", game, "lessons" | "squares" | "names" | "handicaps"]
        | ["learn", game, "lessons", _] => is_game(game),
        _ => false,
    }
}

pub(super) fn complete(
    state: &AppState,
    heads: &Heads,
    page: &Page,
    shell: &str,
    uri: &Uri,
    headers: &HeaderMap,
) -> String {
    let language = language(headers);
    let texts = heads
        .get(language)
        .and_then(|own| own.get(&page.name).or_else(|| own.get("home")));
    let Some((title, description)) = texts else {
        return shell.to_owned();
    };
    let (title, description) = (escaped(title), escaped(description));
    let origin = origin(headers, &state.links);
    let locale = LANGUAGES
        .iter()
        .find(|(own, _)| *own == language)
        .map_or("en_US", |(_, locale)| locale);
    let picture = escaped(&page.picture);
    let path = escaped(uri.path());
    let head = format!(
        "<meta name=\"description\" content=\"{description}\" />\n\
         \t\t<meta property=\"og:type\" content=\"website\" />\n\
         \t\t<meta property=\"og:site_name\" content=\"Komadai\" />\n\
         \t\t<meta property=\"og:locale\" content=\"{locale}\" />\n\
         \t\t<meta property=\"og:title\" content=\"{title}\" />\n\
         \t\t<meta property=\"og:description\" content=\"{description}\" />\n\
         \t\t<meta property=\"og:url\" content=\"{origin}{path}\" />\n\
         \t\t<meta property=\"og:image\" content=\"{origin}/pictures/{picture}\" />\n\
         \t\t<meta property=\"og:image:width\" content=\"{WIDTH}\" />\n\
         \t\t<meta property=\"og:image:height\" content=\"{HEIGHT}\" />\n\
         \t\t<meta name=\"twitter:card\" content=\"summary_large_image\" />\n\t</head>"
    );
    shell
        .replacen(
            "<html lang=\"en\">",
            &format!("<html lang=\"{language}\">"),
            1,
        )
        .replacen(
            "<title>Komadai</title>",
            &format!("<title>{title}</title>"),
            1,
        )
        .replacen("</head>", &head, 1)
}

#[cfg(test)]
mod tests {
    use komadai_protocol::Reach;

    use super::*;

    fn headers(name: axum::http::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().expect("a value"))])
    }

    #[test]
    fn the_reader_s_language_is_chosen_from_those_of_the_page() {
        for (asked, chosen) in [
            ("", "en"),
            ("ja", "ja"),
            ("fr, de;q=0.8", "en"),
            ("fr, ja;q=0.8, en;q=0.5", "ja"),
            ("zh-TW,zh;q=0.9", "zh-Hant"),
            ("zh-Hant-HK", "zh-Hant"),
            ("zh-CN", "zh-Hans"),
            ("en;q=0.1, ja;q=0.9", "ja"),
            ("en; q=0.5, zh-TW;q=0.5", "en"),
            ("ja;q=0, zh", "zh-Hans"),
            ("ja;q=x", "en"),
        ] {
            assert_eq!(
                language(&headers(ACCEPT_LANGUAGE, asked)),
                chosen,
                "{asked}"
            );
        }
    }

    #[test]
    fn links_use_the_public_url_or_else_the_host_header() {
        let mut links = Links {
            origin: "http://127.0.0.1:8000".into(),
            reach: Reach::ThisDevice,
            secure: false,
            stated: false,
            host_name: None,
        };
        let host = |text: &str| headers(HOST, text);
        assert_eq!(
            origin(&host("192.168.1.7:8000"), &links),
            "http://192.168.1.7:8000"
        );
        for bad in ["a\"b", "u@a.b", "a/b", "", &"a".repeat(101)] {
            assert_eq!(origin(&host(bad), &links), "http://127.0.0.1:8000", "{bad}");
        }
        links.stated = true;
        assert_eq!(
            origin(&host("evil.example"), &links),
            "http://127.0.0.1:8000"
        );
    }

    #[test]
    fn a_page_names_its_own_parts_and_no_other() {
        let preloads = Preloads::from([("play/".to_owned(), "<link a>".to_owned())]);
        let page = |path: &str| {
            let uri = path.parse::<Uri>().expect("an address");
            with_preloads("<head></head>", &preloads, &uri)
        };
        assert_eq!(page("/play/abc"), "<head>\t<link a>\n\t</head>");
        assert_eq!(page("/"), "<head></head>");
        assert_eq!(page("/play"), "<head></head>");
        assert_eq!(page("/player"), "<head></head>");
        assert_eq!(page("/learn/play"), "<head></head>");
    }

    #[test]
    fn a_shared_game_shows_its_position_and_a_bad_one_no_picture_of_it() {
        let uri = |text: &str| text.parse::<Uri>().expect("an address");
        let page = shared(&uri("/view?minishogi=rbsgk.4p.5.P4.KGSBR_b_-_1")).expect("a page");
        assert_eq!(page.name, "view/minishogi");
        assert_eq!(
            page.picture,
            "minishogi.png?position=rbsgk.4p.5.P4.KGSBR_b_-_1"
        );
        for bad in [
            "/view",
            "/view?chess=8",
            "/view?shogi=%3Cscript%3E",
            "/view?shogi",
        ] {
            assert!(shared(&uri(bad)).is_none(), "{bad}");
        }
    }
}
