//! Language packs from folders.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use parse::Languages;

/// The built-in languages, and those of a folder: each folder in it is a pack, named by its tag (`de`, `pt-br`).
///
/// # Errors
/// What cannot be read, or every fault of every pack by its file and line.
pub fn load(folder: Option<&Path>) -> anyhow::Result<Languages> {
    let mut languages = Languages::default();
    let Some(folder) = folder else { return Ok(languages) };
    let mut faults = Vec::new();
    let packs: Vec<PathBuf> = entries(folder)?.into_iter().filter(|path| path.is_dir()).collect();
    if packs.is_empty() {
        bail!(
            "{} has no language pack: a pack is a folder, such as {}",
            folder.display(),
            folder.join("de").display()
        );
    }
    for pack in packs {
        let tag = pack.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut files = Vec::new();
        for path in
            entries(&pack)?.into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "txt"))
        {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            files.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text));
        }
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        faults.extend(languages.add(&tag, &files).err().into_iter().flatten());
    }
    if !faults.is_empty() {
        let lines: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
        bail!("the language packs in {} are faulty:{}", folder.display(), lines.concat());
    }
    Ok(languages)
}

fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_faulty_pack_is_refused_with_every_fault_by_its_line() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("xx")).unwrap();
        fs::write(folder.path().join("xx/words.txt"), "[nowhere]\nund\n").unwrap();
        let error = load(Some(folder.path())).unwrap_err().to_string();
        assert!(error.contains("xx/words.txt:1: there is no role `nowhere`"), "{error}");
        assert!(error.contains("xx: there is no section [and]"), "{error}");
    }

    #[test]
    fn another_language_is_a_folder_and_no_code() {
        let folder = tempfile::tempdir().unwrap();
        let english = Path::new(env!("CARGO_MANIFEST_DIR")).join("parse/languages/en");
        fs::create_dir(folder.path().join("xx")).unwrap();
        for file in entries(&english).unwrap() {
            fs::copy(&file, folder.path().join("xx").join(file.file_name().unwrap())).unwrap();
        }
        assert!(load(Some(folder.path())).unwrap().knows("xx-YY"));
        assert!(!load(None).unwrap().knows("xx-YY"));
    }

    #[test]
    fn a_folder_without_packs_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(load(Some(folder.path())).is_err());
        assert!(load(Some(Path::new("/nowhere"))).is_err());
    }
}
