//! The filter expression of the node products operation.

use crate::{errors::ApiError, flags::fault};

pub enum Filter {
    Name(String),
    Slug(String),
    Ids(Vec<String>),
}

impl Filter {
    pub fn parse(expression: &str) -> Result<Self, ApiError> {
        let (operator, rest) = expression.split_once('(').ok_or_else(malformed)?;
        let (attribute, value) = rest.strip_suffix(')').and_then(|inner| inner.split_once(',')).ok_or_else(malformed)?;
        if value.is_empty() {
            return Err(malformed());
        }
        match (operator.trim(), attribute.trim()) {
            ("eq", "name") => Ok(Self::Name(operand(value))),
            ("eq", "slug") => Ok(Self::Slug(operand(value))),
            ("in", "id") => Ok(Self::Ids(ids(value))),
            _ => Err(ApiError::bad_request("The filter supports eq with name or slug, and in with id.")),
        }
    }
}

fn operand(value: &str) -> String {
    if fault("value-cut-at-comma") {
        return value.split(',').next().unwrap_or_default().to_string();
    }
    value.to_string()
}

fn ids(value: &str) -> Vec<String> {
    let values = value.split(',').map(|id| id.trim().to_string());
    if fault("only-first-id-used") {
        return values.take(1).collect();
    }
    values.collect()
}

fn malformed() -> ApiError {
    ApiError::bad_request("The filter must have the form operator(attribute,value).")
}
