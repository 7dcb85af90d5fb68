//! Which version a clang is: by where it is installed, since asking it costs as much as compiling
//! a small file (most of both is loading LLVM), or by its own word.

use std::path::Path;
use std::process::Command;

use raddle_process::output;

/// More than it says of itself.
const LONGEST_ANSWER: u64 = 1 << 20;

/// By the name of the executable, or of the file behind links, or else by the directory that it
/// takes its own headers from. All of it can be wrong (an executable may be a script that starts
/// another one), so that what it prints is compared.
pub(super) fn version_installed(path: &Path) -> Option<u32> {
    version_in_name(path).or_else(|| {
        let real = path.canonicalize().ok()?;
        version_in_name(&real).or_else(|| version_of_resources(&real))
    })
}

/// As in `clang-16`.
fn version_in_name(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.strip_prefix("clang-")?.parse().ok()
}

/// `bin/clang` takes its headers from `lib/clang/16`, or `lib/clang/15.0.7` in versions before
/// that, unless there are several to choose from.
fn version_of_resources(real: &Path) -> Option<u32> {
    if real.file_name()? != "clang" {
        return None;
    }
    let resources = real.parent()?.parent()?.join("lib/clang");
    let mut names =
        std::fs::read_dir(resources).ok()?.map(|entry| entry.ok().map(|it| it.file_name()));
    let name = names.next()??;
    names.next().is_none().then_some(())?;
    name.to_str()?.split('.').next()?.parse().ok()
}

pub(super) fn version_by_asking(path: &Path) -> Option<u32> {
    let said = output(Command::new(path).arg("--version"), None, LONGEST_ANSWER).ok()?;
    version_in(&String::from_utf8_lossy(&said.stdout))
}

/// The number after "clang version".
fn version_in(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("clang version ")?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The version that clang wrote into `!llvm.ident`, which stands near the end.
pub(super) fn ident_version(text: &str) -> Option<u32> {
    text.lines().rev().filter(|line| line.starts_with('!')).find_map(version_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_versions() {
        assert_eq!(version_in("Debian clang version 14.0.6\nTarget: x"), Some(14));
        assert_eq!(version_in("gcc (Debian) 12"), None);
        assert_eq!(
            ident_version("define\n!5 = !{!\"Ubuntu clang version 19.1.7 (3)\"}\n"),
            Some(19)
        );
        assert_eq!(ident_version("c\"clang version 3\""), None);
    }

    #[test]
    fn an_installation_tells_the_version() {
        let root = std::env::temp_dir().join(format!("raddle-clang-{}", std::process::id()));
        let (bin, resources) = (root.join("bin"), root.join("lib/clang"));
        for folder in [&bin, &resources.join("16")] {
            std::fs::create_dir_all(folder).unwrap();
        }
        let clang = bin.join("clang");
        std::fs::write(&clang, "").unwrap();
        assert_eq!(version_installed(&clang), Some(16));
        assert_eq!(version_installed(Path::new("/bin/clang-17")), Some(17));
        std::fs::create_dir_all(resources.join("15.0.7")).unwrap();
        assert_eq!(version_installed(&clang), None, "either of two");
        std::fs::write(bin.join("ccache"), "").unwrap();
        assert_eq!(version_installed(&bin.join("ccache")), None);
        std::fs::remove_dir_all(root).unwrap();
    }
}
