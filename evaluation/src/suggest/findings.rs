//! What went wrong, sorted by cause: the same for labelled sentences and for turns of real sessions.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

/// The most examples of a cause that are kept.
const EXAMPLES_MAX: usize = 50;
/// How many subjects of a cause are shown.
const SUBJECTS_SHOWN: usize = 8;

/// What went wrong, by cause, the most frequent first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// How many were found.
    pub count: usize,
    /// One for each cause.
    pub groups: Vec<CauseGroup>,
}

/// All that has one cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CauseGroup {
    /// The cause.
    pub cause: &'static str,
    /// What to write, or where to look.
    pub advice: &'static str,
    /// How often.
    pub count: usize,
    /// What it was about, the most frequent first, and how often.
    pub subjects: Vec<(String, usize)>,
    /// Some of them.
    pub examples: Vec<Example>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// Where: a file and a line, or a session and a turn.
    pub place: String,
    /// What was said.
    pub text: String,
    /// What it means, or what made up for it; none where nobody said.
    pub wanted: Option<String>,
    /// What was heard.
    pub heard: String,
}

/// A cause.
#[derive(Clone, Copy)]
pub(super) struct Cause {
    /// What it is, in a few words.
    pub what: &'static str,
    /// What to write, or where to look.
    pub advice: &'static str,
}

impl Findings {
    /// Sorts what was found: each a cause, what it was about, and an example.
    pub(super) fn of(found: impl IntoIterator<Item = (Cause, String, Example)>) -> Self {
        let mut groups: Vec<(CauseGroup, BTreeMap<String, usize>)> = Vec::new();
        let mut count = 0;
        for (Cause { what: cause, advice }, subject, example) in found {
            count += 1;
            let at = groups.iter().position(|(group, _)| group.cause == cause).unwrap_or_else(|| {
                let (subjects, examples) = (Vec::new(), Vec::new());
                groups.push((CauseGroup { cause, advice, count: 0, subjects, examples }, BTreeMap::new()));
                groups.len() - 1
            });
            let (group, subjects) = &mut groups[at];
            group.count += 1;
            *subjects.entry(subject).or_default() += 1;
            if group.examples.len() < EXAMPLES_MAX {
                group.examples.push(example);
            }
        }
        let mut groups: Vec<CauseGroup> = groups
            .into_iter()
            .map(|(mut group, subjects)| {
                group.subjects = subjects.into_iter().collect();
                group.subjects.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
                group
            })
            .collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.count));
        Self { count, groups }
    }

    /// As text, with so many examples of each cause. `what` says what was looked at.
    pub fn text(&self, what: &str, show: usize) -> String {
        let mut text = format!("{} {what}", self.count);
        text += if self.groups.is_empty() { "\n" } else { ", by cause, the most frequent first\n" };
        for group in &self.groups {
            let _ = writeln!(text, "\n{:>4}  {}", group.count, group.cause);
            for (subject, count) in group.subjects.iter().take(SUBJECTS_SHOWN) {
                let _ = writeln!(text, "      {count:>4}  {subject}");
            }
            let more = group.subjects.len().saturating_sub(SUBJECTS_SHOWN);
            if more > 0 {
                let _ = writeln!(text, "            and {more} more");
            }
            for example in group.examples.iter().take(show) {
                let _ = writeln!(text, "      {}  {}", example.place, example.text);
                if let Some(wanted) = &example.wanted {
                    let _ = writeln!(text, "          want   {wanted}");
                }
                let _ = writeln!(text, "          heard  {}", example.heard);
            }
            let _ = writeln!(text, "      -> {}", group.advice);
        }
        text
    }
}
