//! FNV-1a with 64 bits (Fowler, Noll and Vo): the digest by which a file notices that a text
//! was changed. Against slips, not against forgers, who simply compute it again.
//!
//! It stands in the lowest crate because trace files, proofs and the compiled library all need
//! it. `raddle_certificate` has its own: it shares no code with what wrote the proofs.

/// Of no bytes at all.
pub const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// What becomes of a digest when these bytes follow.
pub fn extend(digest: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(digest, |digest, byte| (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

pub fn digest(bytes: &[u8]) -> u64 {
    extend(EMPTY, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the authors' own test vectors.
    #[test]
    fn digests_are_those_of_the_authors() {
        assert_eq!(digest(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(digest(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(extend(digest(b"foo"), b"bar"), digest(b"foobar"));
    }
}
