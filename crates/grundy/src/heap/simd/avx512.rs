//! The token of the 512-bit vectors.

/// Proof that the processor has AVX-512 with the operations on bytes and words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::heap) struct Avx512(());

impl Avx512 {
    /// The only way to the token.
    pub(super) fn detect() -> Option<Avx512> {
        let detected = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("popcnt");
        detected.then_some(Avx512(()))
    }
}
