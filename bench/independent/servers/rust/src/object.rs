//! A JSON object read into a structure; serde alone would also take an array of the members' values.

use serde::{
    de::{DeserializeOwned, Error},
    Deserialize, Deserializer,
};
use serde_json::{Map, Value};

pub struct Object<T>(pub T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let members = Map::deserialize(deserializer)?;
        serde_json::from_value(Value::Object(members)).map(Self).map_err(Error::custom)
    }
}
