//! What was probably meant by an option that there is not.

/// One in so many letters of a name may differ from what was written.
const LETTERS_PER_SLIP: usize = 3;

/// A fault of a file, with the option that was probably meant where it is of one that there is not: serde names what it
/// expected instead, but not which of that is near.
pub(super) fn with_suggestion(message: &str) -> String {
    let Some((before, rest)) = message.split_once("unknown field `") else { return message.to_owned() };
    let mut names = rest.split('`').step_by(2);
    let Some(unknown) = names.next() else { return message.to_owned() };
    let written = unknown.replace('-', "_");
    let slips = |name: &&str| strsim::damerau_levenshtein(&written, name);
    let nearest = names.min_by_key(slips).filter(|name| slips(name) <= name.len().div_ceil(LETTERS_PER_SLIP));
    match nearest {
        Some(name) => format!("{before}unknown field `{unknown}`: did you mean `{name}`?"),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_option_is_suggested_if_one_is_near() {
        let told = |unknown: &str| {
            with_suggestion(&format!(
                "d2: unknown field `{unknown}`, expected one of `listen`, `pos_emitter`"
            ))
        };
        assert_eq!(told("listn"), "d2: unknown field `listn`: did you mean `listen`?");
        assert_eq!(told("pos-emiter"), "d2: unknown field `pos-emiter`: did you mean `pos_emitter`?");
        assert_eq!(told("menu"), "d2: unknown field `menu`, expected one of `listen`, `pos_emitter`");
        assert_eq!(with_suggestion("invalid type"), "invalid type");
    }
}
