//! Nothing to do here: the build-dependency is there for its feature.
fn main() {}
