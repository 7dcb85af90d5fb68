//! Short names for texts (FNV-1a, 64 bits), by which a file notices that another one was
//! changed. Against slips: a changed byte is always noticed, and anything else but once
//! in many billion times. Against forgers it is nothing, who simply compute it again.
//!
//! The same function is in `raddle_terms::fnv`, for what writes proofs; this crate shares no
//! code with that, so that a slip there is not repeated here.

use std::io::{self, BufRead, Read};

/// Of what was taken up to now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    pub fn of(bytes: &[u8]) -> Digest {
        let mut digest = Digest::default();
        digest.take(bytes);
        digest
    }

    fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// As it stands in a manifest.
    pub fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// Reads as the other one, and takes the digest on the way.
pub(crate) struct Digesting<Input> {
    input: Input,
    pub(crate) digest: Digest,
}

impl<Input> Digesting<Input> {
    pub(crate) fn new(input: Input) -> Digesting<Input> {
        Digesting { input, digest: Digest::default() }
    }
}

impl<Input: BufRead> Read for Digesting<Input> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.digest.take(buffer.get(..length).unwrap_or_default());
        Ok(length)
    }
}

impl<Input: BufRead> BufRead for Digesting<Input> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // What lies there was filled before, so that nothing is read here.
        if let Ok(bytes) = self.input.fill_buf() {
            self.digest.take(bytes.get(..amount).unwrap_or(bytes));
        }
        self.input.consume(amount);
    }
}
