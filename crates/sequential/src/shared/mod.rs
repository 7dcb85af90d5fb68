//! The memory that threads share, as objects of known size, for schemes that do
//! not keep it in memory as it is.
