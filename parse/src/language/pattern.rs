//! A phrase of a language pack: `a|b` is a choice, `_` a space inside a choice, `?` after a choice makes it optional,
//! `<name>` is any of the phrases below `[define name]`, and `...` any number of light words.

use std::collections::BTreeMap;

use crate::words;

/// A phrase: one slot after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub(crate) slots: Vec<Slot>,
}

/// A choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) choices: Vec<Vec<Piece>>,
    pub(crate) optional: bool,
    /// Whether light words may stand here: nothing else does.
    pub(crate) gap: bool,
}

/// What a choice is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Word(String),
    /// Any of these phrases.
    Any(Vec<Pattern>),
}

/// Named phrases that others use, as written.
pub(crate) type Defines = BTreeMap<String, Vec<String>>;

/// Any number of light words.
const GAP: &str = "...";
/// How deep definitions may be nested; deeper ones are circular.
const DEPTH_MAX: usize = 8;

impl Pattern {
    /// Reads a phrase.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read(text: &str, defines: &Defines) -> Result<Self, String> {
        let pattern = Self::read_within(text, defines, 0)?;
        if pattern.says() { Ok(pattern) } else { Err(format!("`{text}` may be no word at all")) }
    }

    fn read_within(text: &str, defines: &Defines, depth: usize) -> Result<Self, String> {
        let slots = text.split_whitespace().map(|slot| {
            if slot == GAP {
                return Ok(Slot { gap: true, optional: true, ..Slot::default() });
            }
            let (choices, optional) = slot.strip_suffix('?').map_or((slot, false), |choices| (choices, true));
            let choices = choices.split('|').map(|choice| pieces(choice, defines, depth));
            Ok(Slot { choices: choices.collect::<Result<_, String>>()?, optional, gap: false })
        });
        Ok(Self { slots: slots.collect::<Result<_, String>>()? })
    }

    /// Whether light words may stand in it.
    pub(crate) fn has_gap(&self) -> bool {
        let mut pieces = self.slots.iter().flat_map(|slot| &slot.choices).flatten();
        let within = |piece: &Piece| match piece {
            Piece::Word(_) => false,
            Piece::Any(patterns) => patterns.iter().any(Self::has_gap),
        };
        self.slots.iter().any(|slot| slot.gap) || pieces.any(within)
    }

    /// Whether it is at least one word.
    fn says(&self) -> bool {
        self.slots.iter().any(|slot| !slot.optional && slot.choices.iter().all(|choice| says(choice)))
    }

    /// Its first alternative.
    pub(crate) fn first(&self) -> String {
        let slots = self.slots.iter().filter_map(|slot| slot.choices.first()).flatten();
        let words: Vec<String> = slots
            .map(|piece| match piece {
                Piece::Word(word) => word.clone(),
                Piece::Any(patterns) => patterns.first().map(Self::first).unwrap_or_default(),
            })
            .collect();
        words.join(" ")
    }

    /// Some of its alternatives, without optional words: the first choices of each slot.
    pub(crate) fn samples(&self, most: usize) -> Vec<String> {
        let slots = self.slots.iter().filter(|slot| !slot.optional);
        slots.fold(vec![String::new()], |said, slot| {
            let choices: Vec<String> = slot.choices.iter().flat_map(|choice| samples(choice, most)).collect();
            joined(&said, &choices, most)
        })
    }
}

/// Some alternatives of a choice.
fn samples(choice: &[Piece], most: usize) -> Vec<String> {
    choice.iter().fold(vec![String::new()], |said, piece| match piece {
        Piece::Word(word) => joined(&said, std::slice::from_ref(word), most),
        Piece::Any(patterns) => {
            let any: Vec<String> = patterns.iter().flat_map(|pattern| pattern.samples(most)).collect();
            joined(&said, &any, most)
        }
    })
}

/// Each beginning with each end.
fn joined(begin: &[String], ends: &[String], most: usize) -> Vec<String> {
    let pairs = begin.iter().flat_map(|begin| ends.iter().map(move |end| format!("{begin} {end}")));
    pairs.map(|said| said.trim_start().to_owned()).take(most).collect()
}

fn says(choice: &[Piece]) -> bool {
    choice.iter().any(|piece| match piece {
        Piece::Word(_) => true,
        Piece::Any(patterns) => patterns.iter().all(Pattern::says),
    })
}

fn pieces(choice: &str, defines: &Defines, depth: usize) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = choice;
    while let Some((words, after)) = rest.split_once('<') {
        let Some((name, after)) = after.split_once('>') else { return Err(format!("`{choice}` has no `>`")) };
        pieces.extend(words::words(&words.replace('_', " ")).into_iter().map(Piece::Word));
        pieces.push(Piece::Any(defined(name, defines, depth)?));
        rest = after;
    }
    pieces.extend(words::words(&rest.replace('_', " ")).into_iter().map(Piece::Word));
    Ok(pieces)
}

fn defined(name: &str, defines: &Defines, depth: usize) -> Result<Vec<Pattern>, String> {
    let Some(lines) = defines.get(name) else { return Err(format!("there is no [define {name}]")) };
    if depth == DEPTH_MAX {
        return Err(format!("[define {name}] stands in itself"));
    }
    lines.iter().map(|line| Pattern::read_within(line, defines, depth + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defines() -> Defines {
        let define = |name: &str, lines: &[&str]| {
            (name.to_owned(), lines.iter().map(|line| (*line).to_owned()).collect())
        };
        Defines::from([define("it", &["that|it", "my order"]), define("round", &["<round>"])])
    }

    #[test]
    fn a_definition_stands_for_its_phrases() {
        let pattern =
            Pattern::read("say|repeat <it>_again|once_more please?", &defines()).unwrap_or_default();
        assert_eq!(pattern.first(), "say that again please");
    }

    #[test]
    fn samples_leave_out_what_may_be() {
        let pattern =
            Pattern::read("say|repeat <it>_again|once_more please?", &defines()).unwrap_or_default();
        assert_eq!(pattern.samples(3), ["say that again", "say it again", "say my order again"]);
        assert_eq!(pattern.samples(0), Vec::<String>::new());
    }

    #[test]
    fn what_a_phrase_cannot_be_is_told() {
        for (text, fault) in [
            ("und?", "`und?` may be no word at all"),
            ("a|<it", "`<it` has no `>`"),
            ("<what>", "there is no [define what]"),
            ("<round>", "[define round] stands in itself"),
            ("... please?", "`... please?` may be no word at all"),
        ] {
            assert_eq!(Pattern::read(text, &defines()).err().as_deref(), Some(fault));
        }
    }
}
