//! What a lane says to be polite, and what joins its words: a reply says the same with and without it.

/// What a phrase that says nothing does in a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Courtesy {
    /// Stands beside what is said: "sure thing".
    Aside,
    /// Begins a question: "would you like".
    Asks,
    /// Joins what is said: "and", "the".
    Joins,
}

/// The phrases of a language that say nothing in a reply.
#[derive(Debug, Default)]
pub(crate) struct Courtesies {
    asides: Vec<Vec<String>>,
    asks: Vec<Vec<String>>,
    joins: Vec<Vec<String>>,
}

impl Courtesies {
    /// Adds a phrase.
    pub(crate) fn add(&mut self, words: Vec<String>, courtesy: Courtesy) {
        if !words.is_empty() {
            self.phrases_mut(courtesy).push(words);
        }
    }

    /// How many words the longest such phrase takes at the beginning of the words; 0 without one.
    pub(crate) fn begins(&self, courtesy: Courtesy, words: &[&str]) -> usize {
        let begin = self.phrases(courtesy).iter().filter(|phrase| {
            words.len() >= phrase.len() && words.iter().zip(phrase.iter()).all(|(word, said)| word == said)
        });
        begin.map(Vec::len).max().unwrap_or(0)
    }

    /// The same for the end of the words.
    pub(crate) fn ends(&self, courtesy: Courtesy, words: &[&str]) -> usize {
        let fits = |length: usize| self.begins(courtesy, &words[words.len() - length..]) == length;
        (1..=words.len()).rev().find(|length| fits(*length)).unwrap_or(0)
    }

    fn phrases(&self, courtesy: Courtesy) -> &Vec<Vec<String>> {
        match courtesy {
            Courtesy::Aside => &self.asides,
            Courtesy::Asks => &self.asks,
            Courtesy::Joins => &self.joins,
        }
    }

    fn phrases_mut(&mut self, courtesy: Courtesy) -> &mut Vec<Vec<String>> {
        match courtesy {
            Courtesy::Aside => &mut self.asides,
            Courtesy::Asks => &mut self.asks,
            Courtesy::Joins => &mut self.joins,
        }
    }
}
