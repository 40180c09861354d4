//! A page of Markdown, read as far as its tests look at it.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A page that people read.
pub struct Page {
    /// Its file, from the root of the repository.
    pub path: PathBuf,
    text: String,
}

/// A fenced block of a page.
pub struct Block<'a> {
    /// What follows the opening fence, such as `sh run`.
    pub info: &'a str,
    /// The lines between the fences.
    pub text: String,
}

impl Page {
    /// Every page: the README, the changelog and what is in `docs/`.
    pub fn all() -> Vec<Self> {
        let docs = fs::read_dir(root().join("docs")).unwrap();
        let mut paths: Vec<PathBuf> =
            docs.map(|entry| Path::new("docs").join(entry.unwrap().file_name())).collect();
        paths.sort();
        paths.extend(["README.md", "CHANGELOG.md"].map(PathBuf::from));
        paths.into_iter().map(Self::read).collect()
    }

    /// The page of that name in `docs/`.
    pub fn named(name: &str) -> Self {
        Self::read(Path::new("docs").join(name))
    }

    /// The page at a path from the root of the repository.
    pub fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(root().join(&path)).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        Self { path, text }
    }

    /// The lines outside of blocks.
    pub fn prose(&self) -> impl Iterator<Item = &str> {
        self.lines().filter(|(_, block)| block.is_none()).map(|(line, _)| line)
    }

    /// The fenced blocks, in their order; none of an empty one.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks: Vec<Block<'_>> = Vec::new();
        let mut last = None;
        for (line, (number, info)) in self.lines().filter_map(|(line, block)| Some((line, block?))) {
            if last.replace(number) != Some(number) {
                blocks.push(Block { info, text: String::new() });
            }
            if let Some(block) = blocks.last_mut() {
                block.text.extend([line, "\n"]);
            }
        }
        blocks
    }

    /// Where its links lead, as they are written.
    pub fn links(&self) -> impl Iterator<Item = &str> {
        self.prose().flat_map(|line| line.split("](").skip(1)).filter_map(|rest| rest.split(')').next())
    }

    /// The anchors of its headings, as GitHub makes them.
    pub fn anchors(&self) -> Vec<String> {
        let headings = self.prose().filter(|line| line.starts_with('#'));
        let slug = |heading: &str| {
            let kept = heading.trim_start_matches('#').trim().to_lowercase();
            kept.chars()
                .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter))
                .collect::<String>()
        };
        headings.map(|heading| slug(heading).replace(' ', "-")).collect()
    }

    /// The lines below a heading, up to the next of its level or above.
    pub fn section(&self, heading: &str) -> Vec<&str> {
        let level = |line: &str| line.chars().take_while(|letter| *letter == '#').count();
        let mut lines = self.prose().skip_while(|line| *line != heading);
        assert!(lines.next().is_some(), "{:?} has no {heading:?}", self.path);
        lines.take_while(|line| !(1..=level(heading)).contains(&level(line))).collect()
    }

    /// Each line but the fences, and of which block it is: its number, and what follows its opening fence.
    fn lines(&self) -> impl Iterator<Item = (&str, Option<(usize, &str)>)> {
        let mut opened = 0;
        let mut open = None;
        self.text.lines().filter_map(move |line| match (line.strip_prefix("```"), open) {
            (Some(info), None) => {
                opened += 1;
                open = Some((opened, info));
                None
            }
            (Some(_), Some(_)) => {
                open = None;
                None
            }
            (None, block) => Some((line, block)),
        })
    }
}
