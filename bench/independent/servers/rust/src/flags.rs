//! Reads the two switches of the environment: FAULT (one deliberate mistake) and VARIANT (one honest variation).

use std::{env, sync::LazyLock};

static FAULT: LazyLock<Option<String>> = LazyLock::new(|| env::var("FAULT").ok());
static VARIANT: LazyLock<Option<String>> = LazyLock::new(|| env::var("VARIANT").ok());

pub fn fault(id: &str) -> bool {
    FAULT.as_deref() == Some(id)
}

pub fn variant(id: &str) -> bool {
    VARIANT.as_deref() == Some(id)
}
