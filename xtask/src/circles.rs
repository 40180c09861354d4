//! Circles of imports between the files of a crate: whoever reads one file of a circle has to read them all.

use std::collections::{BTreeMap, BTreeSet};

use crate::repository::Repository;

/// The files that each file imports from.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The circles below a crate's source folder, a line each. What a file only hands on (`pub use`) and its tests do not count.
pub fn circles(repository: &Repository, folder: &str) -> Vec<String> {
    let files: BTreeMap<String, &str> = repository
        .files
        .iter()
        .filter(|(path, _)| path.starts_with(folder) && path.ends_with(".rs") && !path.contains("/tests"))
        .map(|(path, text)| (module_of(path, folder), text.as_str()))
        .collect();
    let imports: Imports =
        files.iter().map(|(module, text)| (module.clone(), imports_of(module, text, &files))).collect();
    let mut found = BTreeSet::new();
    for module in imports.keys() {
        if let Some(circle) = way_back(module, &imports) {
            found.insert(circle);
        }
    }
    found.into_iter().map(|circle| format!("{folder}: {}", circle.join(" <-> "))).collect()
}

/// `store::redis` of `lanes/src/store/redis.rs`; empty for `lib.rs` and `main.rs`.
fn module_of(path: &str, folder: &str) -> String {
    let name = path[folder.len()..].trim_end_matches(".rs");
    if matches!(name, "lib" | "main") { String::new() } else { name.replace('/', "::") }
}

fn imports_of(module: &str, text: &str, files: &BTreeMap<String, &str>) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = BTreeSet::new();
    for statement in code.split(';') {
        let lines: Vec<&str> =
            statement.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
        let statement = lines.join(" ");
        if statement.contains("pub use ") || statement.contains("pub(crate) use ") {
            continue;
        }
        for path in paths_of(&statement, module) {
            let target = file_of(&path, files);
            // The root of a crate only declares its modules.
            found.extend(target.filter(|target| target != module && !target.is_empty()));
        }
    }
    found
}

/// The paths within the crate that a statement names, from the crate's root. A group is taken apart.
fn paths_of(statement: &str, module: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (start, root) in
        ["crate::", "super::", "self::"].iter().flat_map(|root| statement.match_indices(root))
    {
        let before = statement[..start].chars().next_back();
        if before.is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '_' | ':' | '$')) {
            continue;
        }
        let mut base: Vec<&str> = match root {
            "crate::" => Vec::new(),
            _ => module.split("::").filter(|part| !part.is_empty()).collect(),
        };
        let mut rest = &statement[start..];
        while let Some(after) = rest.strip_prefix("super::") {
            base.pop();
            rest = after;
        }
        let rest = rest.strip_prefix("crate::").or_else(|| rest.strip_prefix("self::")).unwrap_or(rest);
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | ':'));
        let (path, tail) = rest.split_at(end.unwrap_or(rest.len()));
        let path = path.trim_end_matches(':');
        let base = base.join("::");
        let whole = joined(&base, path);
        match tail.strip_prefix('{').and_then(|group| group.split('}').next()) {
            Some(group) => {
                let names = group.split(',').map(|name| name.trim().trim_start_matches('{'));
                found.extend(names.filter(|name| !name.is_empty()).map(|name| joined(&whole, name)));
            }
            None => found.push(whole),
        }
    }
    found
}

fn joined(base: &str, path: &str) -> String {
    if base.is_empty() || path.is_empty() { format!("{base}{path}") } else { format!("{base}::{path}") }
}

/// The file that a path leads into: the longest beginning of it that is one.
fn file_of(path: &str, files: &BTreeMap<String, &str>) -> Option<String> {
    let parts: Vec<&str> = path.split("::").collect();
    (1..=parts.len()).rev().map(|length| parts[..length].join("::")).find(|module| files.contains_key(module))
}

/// The shortest way from a file back to itself, starting at its first name.
fn way_back(module: &str, imports: &Imports) -> Option<Vec<String>> {
    let mut ways = vec![vec![module.to_owned()]];
    let mut known = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let last = way.last().cloned().unwrap_or_default();
            for next in imports.get(&last).into_iter().flatten() {
                if next == module {
                    let first = way.iter().enumerate().min_by_key(|(_, name)| *name).map_or(0, |(at, _)| at);
                    return Some([&way[first..], &way[..first]].concat());
                }
                if known.insert(next.clone()) {
                    longer.push([&way[..], std::slice::from_ref(next)].concat());
                }
            }
        }
        ways = longer;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let files = files.iter().map(|(path, text)| (format!("lanes/src/{path}"), (*text).to_owned()));
        let repository = Repository { files: files.collect(), ..Repository::default() };
        assert_eq!(circles(&repository, "lanes/src/"), expected);
    }

    #[test]
    fn files_that_import_one_another_are_found() {
        let two = [("turn.rs", "use crate::feed::Feed;"), ("feed.rs", "use super::turn::Turn;")];
        check(&two, &["lanes/src/: feed <-> turn"]);
        let three = [
            ("lib.rs", "mod a;\nmod b;\nmod c;"),
            ("a.rs", "use crate::{b::B, c::X};"),
            ("b.rs", "fn f() { crate::c::go(); }"),
            ("c.rs", "use crate::a::A;"),
        ];
        check(&three, &["lanes/src/: a <-> b <-> c", "lanes/src/: a <-> c"]);
    }

    #[test]
    fn a_room_may_hand_on_what_is_in_it() {
        let room = [
            ("store.rs", "mod memory;\npub use self::memory::MemoryStore;\npub trait Store {}"),
            ("store/memory.rs", "use super::Store;\n#[cfg(test)]\nmod tests { use crate::turn; }"),
            ("turn.rs", "use crate::store::memory::MemoryStore; // crate::turn"),
        ];
        check(&room, &[]);
        let back = [("store.rs", "use self::memory::go;"), ("store/memory.rs", "use super::Store;")];
        check(&back, &["lanes/src/: store <-> store::memory"]);
    }
}
