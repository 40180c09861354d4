//! Reading the words: what each run of them can mean, which of that fits best, and what is said by it.
//!
//! ```text
//! tokens -> (overheard, asides) -> lattice -> search (kinds) -> walk -> said (besides, meant)
//! ```

pub(crate) mod apposition;
pub(crate) mod asides;
pub(crate) mod besides;
pub(crate) mod first_no;
pub(crate) mod kinds;
pub(crate) mod lattice;
pub(crate) mod meant;
pub(crate) mod overheard;
pub(crate) mod said;
pub(crate) mod search;
pub(crate) mod walk;
pub(crate) mod weighed;
