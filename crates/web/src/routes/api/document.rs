//! The document that describes the API, by the `OpenAPI` 3.1 specification.

use axum::http::Method;
use serde_json::{Map, Value, json};
use table::Kind;

use super::operation::{Answered, Operation, Taken};
use crate::api::{Scope, schemas};

/// The refusals that every operation knows, and those of operations that need a token.
const REFUSALS: [u16; 6] = [400, 404, 405, 408, 429, 503];
const TOKEN_REFUSALS: [u16; 4] = [401, 403, 409, 413];

/// The document, with what each operation does in words that `say` has for a message id.
pub(super) fn document(operations: &[Operation], origin: &str, say: impl Fn(&str) -> String) -> Value {
    let mut paths = Map::new();
    for operation in operations {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        if let Value::Object(methods) = path {
            methods.insert(operation.method.as_str().to_ascii_lowercase(), describe(operation, &say));
        }
    }
    let scopes: Map<String, Value> =
        Scope::ALL.into_iter().map(|scope| (scope.id().to_owned(), say(scope.message()).into())).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Plateau",
            "version": env!("CARGO_PKG_VERSION"),
            "description": say("api-lead"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": origin }],
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer", "description": say("api-tokens-lead"), "x-scopes": scopes },
            },
        },
    })
}

fn describe(operation: &Operation, say: &impl Fn(&str) -> String) -> Value {
    let mut described = json!({
        "operationId": operation.id,
        "summary": say(operation.says),
        "parameters": parameters(operation),
        "responses": responses(operation, say),
    });
    let Value::Object(fields) = &mut described else { return described };
    if let Some(scope) = operation.scope {
        fields.insert("security".to_owned(), json!([{ "token": [scope.id()] }]));
    }
    if let Taken::Fields(schema) = operation.takes {
        let content = json!({ "schema": { "$ref": format!("#/components/schemas/{schema}") } });
        let body = json!({ "content": { "application/json": content, "application/x-www-form-urlencoded": content } });
        fields.insert("requestBody".to_owned(), body);
    }
    described
}

fn parameters(operation: &Operation) -> Vec<Value> {
    let gaps = operation.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let in_path = gaps.map(
        |name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string", "minLength": 1 } }),
    );
    let number = |name: &&str| json!({ "name": name, "in": "query", "schema": { "type": "integer", "minimum": 1 } });
    let in_query: Vec<Value> = match operation.takes {
        Taken::Numbers(names) => names.iter().map(number).collect(),
        Taken::Games(name) => {
            let games = json!({ "type": "array", "items": { "enum": Kind::ALL.map(Kind::id) } });
            vec![json!({ "name": name, "in": "query", "style": "form", "explode": false, "schema": games })]
        }
        Taken::Nothing | Taken::Fields(_) => Vec::new(),
    };
    let key = operation.once.then(|| {
        let schema = json!({ "type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]+$" });
        json!({ "name": "Idempotency-Key", "in": "header", "schema": schema })
    });
    in_path.chain(in_query).chain(key).collect()
}

fn responses(operation: &Operation, say: &impl Fn(&str) -> String) -> Value {
    let (media_type, schema) = match operation.answers {
        Answered::Done => ("application/json", "Done"),
        Answered::Object(schema) => ("application/json", schema),
        Answered::Lines(schema) => ("application/x-ndjson", schema),
    };
    let content = |media_type: &str, schema: &str| json!({ media_type: { "schema": { "$ref": format!("#/components/schemas/{schema}") } } });
    // Lines are an object each, which OpenAPI 3.1 has no words for: the schema is that of one line.
    let done = json!({ "description": say("api-done"), "content": content(media_type, schema) });
    let refused = json!({ "description": say("api-refused"), "content": content("application/json", "Error") });
    let is_known = operation.scope.is_some() || operation.method != Method::GET;
    let refusals = REFUSALS.iter().chain(TOKEN_REFUSALS.iter().filter(|_| is_known));
    let mut responses = Map::from_iter([("200".to_owned(), done)]);
    responses.extend(refusals.map(|status| (status.to_string(), refused.clone())));
    Value::Object(responses)
}
