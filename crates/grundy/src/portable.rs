//! Whether the portable twins of the SIMD kernels are wanted, to test them on any processor.

use std::sync::OnceLock;

/// Whether the environment said `GRUNDY_PORTABLE=1` when this was first asked.
#[inline]
pub fn wanted() -> bool {
    static WANTED: OnceLock<bool> = OnceLock::new();
    *WANTED.get_or_init(|| std::env::var_os("GRUNDY_PORTABLE").is_some_and(|value| value == "1"))
}
