//! The document of the HTTP API in the format of [OpenAPI](https://spec.openapis.org/oas/v3.1.0), from the
//! declarations of the routes. `docs/openapi.json` is a copy.

use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use komadai_protocol::{ApiError, PROTOCOL_VERSION};
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, Info, OpenApi, Paths, Ref, Response, ResponseBuilder,
};
use utoipa::{PartialSchema, ToSchema};

use super::routes;
use crate::cookies;
use crate::identity::Access;

const SESSION: &str = "session";
const TOKEN: &str = "token";

static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let text = document().to_pretty_json();
    text.expect("keys are strings") + "\n"
});

/// The document.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    operation_id = "openapi",
    responses((status = OK, content_type = "application/json"))
)]
pub(super) async fn show() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], openapi())
}

/// The document as JSON.
pub fn openapi() -> &'static str {
    &DOCUMENT
}

fn document() -> OpenApi {
    let mut schemas = vec![(ApiError::name().into_owned(), ApiError::schema())];
    ApiError::schemas(&mut schemas);
    let mut paths = Paths::new();
    for (access, (of_route, mut declared, _)) in routes() {
        schemas.extend(of_route);
        for (path, item) in &mut declared.paths {
            for operation in operations(item) {
                operation.security = Some(security(access));
                if path.starts_with("/api/") {
                    let responses = &mut operation.responses.responses;
                    responses.insert("default".into(), refusal().into());
                }
            }
        }
        paths.merge(declared);
    }
    let [cookie, behind_https] = cookies::SESSION;
    let secure = format!("Behind https: `{behind_https}`.");
    let cookie = ApiKeyValue::with_description(cookie, &*secure);
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    let components = ComponentsBuilder::new()
        .schemas_from_iter(schemas)
        .security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)))
        .security_scheme(TOKEN, SecurityScheme::Http(bearer))
        .build();
    let info = Info::new("Komadai", &PROTOCOL_VERSION.to_string());
    let mut document = OpenApi::new(info, paths);
    document.components = Some(components);
    document
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem {
        get, post, delete, ..
    } = item;
    [get, post, delete].into_iter().flatten()
}

fn security(access: Access) -> Vec<SecurityRequirement> {
    let session = SecurityRequirement::new(SESSION, [""; 0]);
    match access {
        Access::Everybody => vec![],
        Access::Session => vec![session],
        Access::Scope(scope) | Access::Becoming(scope) => {
            let token = SecurityRequirement::new(TOKEN, [scope.name()]);
            vec![SecurityRequirement::default(), session, token]
        }
    }
}

fn refusal() -> Response {
    let schema = Ref::from_schema_name(ApiError::name());
    let body = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new()
        .description("Refused.")
        .content("application/json", body)
        .build()
}
