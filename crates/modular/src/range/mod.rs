//! Sets of bit-vectors and pointers.
