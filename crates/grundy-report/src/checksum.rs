//! FNV-1a, 64 bits: tells one table or survey from another; no protection against malice.

/// A checksum of the bytes written into it.
#[derive(Debug, Clone, Copy)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// The checksum of a text.
    pub fn of(text: &str) -> u64 {
        let mut checksum = Checksum::default();
        checksum.add(text);
        checksum.value()
    }

    /// Its value by now.
    pub fn value(self) -> u64 {
        self.0
    }

    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl std::fmt::Write for Checksum {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.add(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Checksum;

    #[test]
    fn published_values() {
        // From the description of FNV by Fowler, Noll and Vo.
        assert_eq!(Checksum::of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Checksum::of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Checksum::of("foobar"), 0x8594_4171_f739_67e8);
    }
}
