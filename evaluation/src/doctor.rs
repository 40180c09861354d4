//! The menu doctor: what in a menu's words customers will stumble over, before the first one does.
//!
//! It looks at the words (`twins`, `sizes`, `short_forms`), and says every name to the parser (`heard`).

mod allergens;
pub(crate) mod heard;
mod short_forms;
mod sizes;
pub(crate) mod things;
mod twins;
mod warning;

use std::collections::BTreeSet;

use parse::MenuBook;

pub use self::warning::Warning;

/// The most warnings that are given. One more says how many are left out.
pub const WARNINGS_MAX: usize = 100;

/// Examines a menu's words. What keeps a name from being heard comes first.
pub fn examine(book: &MenuBook) -> Vec<Warning> {
    let things = things::things(&book.menu);
    let mut warnings = twins::twins(&things, &book.menu);
    let told: BTreeSet<String> = warnings.iter().map(|warning| warning.path.clone()).collect();
    warnings.extend(heard::misheard(&things, &told, book));
    warnings.extend(allergens::allergens(book));
    warnings.extend(sizes::sizes(book));
    warnings.extend(short_forms::short_forms(&things, book));
    let more = warnings.len().saturating_sub(WARNINGS_MAX);
    if more > 0 {
        warnings.truncate(WARNINGS_MAX);
        warnings.push(Warning::at("$", format!("has {more} more warnings: mend these first")));
    }
    warnings
}

#[cfg(test)]
mod tests;
