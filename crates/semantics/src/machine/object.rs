//! Objects: bytes, of which some may never have been written.

use raddle_ir::GlobalId;
use raddle_passes::Place;

use crate::schedule::ThreadNumber;

/// What an object is: enough to describe it to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    Global(GlobalId),
    ThreadLocal(GlobalId, ThreadNumber),
    Stack(ThreadNumber, Place),
    Heap(ThreadNumber, Place),
}

/// Equal objects have equal representations: bytes that were never written are
/// kept as zero, and the mask is empty when every byte was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Object {
    pub kind: ObjectKind,
    pub alive: bool,
    bytes: Vec<u8>,
    /// One bit a byte: never written. Empty when there is none.
    unwritten: Vec<u64>,
    /// What the object's size was, kept when it has died and lost its bytes.
    size: u64,
}

impl Object {
    pub fn with_bytes(kind: ObjectKind, bytes: Vec<u8>) -> Object {
        let size = bytes.len() as u64;
        Object { kind, alive: true, bytes, unwritten: Vec::new(), size }
    }

    /// Every byte never written.
    pub fn unwritten(kind: ObjectKind, size: u64) -> Object {
        let length = size as usize;
        let mut unwritten = vec![u64::MAX; length.div_ceil(64)];
        if let Some(last) = unwritten.last_mut().filter(|_| !length.is_multiple_of(64)) {
            *last = (1 << (length % 64)) - 1;
        }
        Object { kind, alive: true, bytes: vec![0; length], unwritten, size }
    }

    pub fn size(&self) -> u64 {
        self.size
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn die(&mut self) {
        self.alive = false;
        self.bytes = Vec::new();
        self.unwritten = Vec::new();
    }

    /// Little-endian value of `count` bytes (at most 16) within the object, and
    /// one bit a byte for those never written.
    #[inline]
    pub fn read(&self, offset: usize, count: usize) -> (u128, u16) {
        let mut buffer = [0u8; 16];
        buffer[..count].copy_from_slice(&self.bytes[offset..offset + count]);
        (u128::from_le_bytes(buffer), self.unwritten_bits(offset, count))
    }

    #[inline]
    fn unwritten_bits(&self, offset: usize, count: usize) -> u16 {
        if self.unwritten.is_empty() {
            return 0;
        }
        (0..count).filter(|byte| self.is_unwritten(offset + byte)).map(|byte| 1 << byte).sum()
    }

    fn is_unwritten(&self, byte: usize) -> bool {
        self.unwritten.get(byte / 64).is_some_and(|word| word >> (byte % 64) & 1 == 1)
    }

    /// Writes `count` bytes; those with a bit in `unwritten` become empty.
    #[inline]
    pub fn write(&mut self, offset: usize, count: usize, value: u128, unwritten: u16) {
        let buffer = value.to_le_bytes();
        self.bytes[offset..offset + count].copy_from_slice(&buffer[..count]);
        if unwritten != 0 || !self.unwritten.is_empty() {
            self.mark(offset, count, unwritten);
        }
    }

    fn mark(&mut self, offset: usize, count: usize, unwritten: u16) {
        if self.unwritten.is_empty() {
            self.unwritten = vec![0; self.bytes.len().div_ceil(64)];
        }
        for byte in 0..count {
            let position = offset + byte;
            let bit = 1u64 << (position % 64);
            if unwritten >> byte & 1 == 1 {
                self.unwritten[position / 64] |= bit;
                self.bytes[position] = 0;
            } else {
                self.unwritten[position / 64] &= !bit;
            }
        }
        if self.unwritten.iter().all(|word| *word == 0) {
            self.unwritten = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_ir::index::Index;

    #[test]
    fn emptiness_is_tracked_by_byte_and_canonical() {
        let kind = ObjectKind::Global(GlobalId::new(0));
        let mut object = Object::unwritten(kind, 70);
        assert_eq!(object.read(66, 4), (0, 0b1111));
        object.write(66, 2, 0x1234, 0);
        assert_eq!(object.read(66, 4), (0x1234, 0b1100));
        object.write(66, 2, 0x1234, 0b10);
        assert_eq!(object.read(66, 2), (0x34, 0b10));
        let mut full = Object::with_bytes(kind, vec![0; 8]);
        full.write(0, 4, 7, 0b1111);
        assert_ne!(full, Object::with_bytes(kind, vec![0; 8]));
        full.write(0, 4, 0, 0);
        assert_eq!(full, Object::with_bytes(kind, vec![0; 8]));
    }
}
