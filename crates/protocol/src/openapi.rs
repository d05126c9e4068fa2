//! JSON schemas of types that are unions of names, for the OpenAPI document. Those of messages are derived.

use komadai_rules::{Side, VariantId};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::EndReason;

fn one_of(docs: &str, names: impl IntoIterator<Item = &'static str>) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(docs))
        .enum_values(Some(names))
        .into()
}

/// Stands for [`VariantId`].
pub enum GameName {}

impl ToSchema for GameName {}

impl PartialSchema for GameName {
    fn schema() -> RefOr<Schema> {
        one_of("Name of a variant.", VariantId::ALL.map(VariantId::name))
    }
}

/// Stands for [`Side`].
pub enum SideName {}

impl ToSchema for SideName {}

impl PartialSchema for SideName {
    fn schema() -> RefOr<Schema> {
        let docs = "A side. `first` moves first from an even start.";
        one_of(docs, Side::BOTH.map(Side::name))
    }
}

impl ToSchema for EndReason {}

impl PartialSchema for EndReason {
    fn schema() -> RefOr<Schema> {
        one_of("Reason of the end.", EndReason::all().map(EndReason::name))
    }
}
