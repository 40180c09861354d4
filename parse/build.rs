//! Puts every language pack below `languages/` into the library: one folder a language, all its `.txt` files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=languages");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("languages");
    let mut packs = String::from("&[\n");
    for folder in sorted(&root)? {
        let _ = writeln!(packs, "    ({:?}, &[", name(&folder));
        for file in sorted(&folder)?.iter().filter(|file| file.extension().is_some_and(|kind| kind == "txt"))
        {
            let _ = writeln!(packs, "        ({:?}, include_str!({:?})),", name(file), file);
        }
        packs.push_str("    ]),\n");
    }
    packs.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR").unwrap_or_default()).join("packs.rs"), packs)
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
