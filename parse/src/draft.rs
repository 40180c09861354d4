//! What was said, as it is gathered while a reading is walked: still in the menu's places, not yet in its ids.

use fsm::ids::{LineId, SizeId};
use fsm::order::Amount;

use super::index::{Entry, ModifierAt};
use super::language::{Cue, Language, TopicWord, Word};

/// Everything that one utterance says.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// In the order in which they were said.
    pub(super) statements: Vec<Statement>,
    /// Words that look like something to order but fit nothing, with entries that may be meant.
    pub(super) strange: Vec<(String, Vec<Entry>)>,
    /// What was said besides, and before which statement.
    pub(super) cues: Vec<Cue>,
    pub(super) questions: Vec<Asked>,
    /// Whether it is a modifier that is asked about: "how much is extra bacon".
    pub(super) asks_of_modifier: bool,
    /// A number that counts nothing.
    pub(super) number: Option<u32>,
    /// "the second one", of nothing that is named.
    pub(super) ordinal: Option<u32>,
    pub(super) just: bool,
    /// Whether time was asked for, and nothing ordered after that.
    pub(super) waits: bool,
    /// Whether a yes or no was said first: "yes, a coffee", not "a coffee, yes".
    pub(super) answers: bool,
    /// Whether "and" follows it: "yes, and a coffee".
    pub(super) goes_on: bool,
    /// Words that mean something to nobody here.
    pub(super) noise: usize,
    /// A category that was said without an item of it, with what was said of it.
    pub(super) categories: Vec<(usize, Draft)>,
}

/// A question about the menu.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) topic: TopicWord,
    pub(super) entries: Vec<Entry>,
}

/// One thing that is to be done to the order.
#[derive(Clone, Debug)]
pub(super) enum Statement {
    Add(Draft),
    Change(Change),
    Remove {
        subject: Subject,
        quantity: Option<u32>,
    },
    Clear,
    /// Taken back within the utterance.
    Nothing,
}

/// A line as it is being said.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) entries: Vec<Entry>,
    /// The words that name it.
    pub(super) text: String,
    /// All the words that a question about it must keep: its number, size and modifiers too.
    pub(super) phrase: String,
    pub(super) quantity: Option<u32>,
    pub(super) combo: bool,
    /// Whether a number, an article or the words before it ask for it, not only about it.
    pub(super) asked_for: bool,
    /// Whether it was named with an article: "a coffee".
    pub(super) one: bool,
    /// Whether it was named as something known: "the coffee".
    pub(super) definite: bool,
    /// "another": one more than those that are on the order.
    pub(super) another: bool,
    pub(super) details: Details,
    pub(super) parts: Vec<Part>,
}

/// What fills a slot, as it is being said.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) entries: Vec<Entry>,
    pub(super) text: String,
    pub(super) details: Details,
}

/// How something is to be.
#[derive(Clone, Debug, Default)]
pub(super) struct Details {
    /// The size's possible ids, with its words.
    pub(super) size: Option<(Vec<SizeId>, String)>,
    pub(super) picks: Vec<Pick>,
    pub(super) plain: bool,
    /// Groups of which nothing is wanted.
    pub(super) without: Vec<usize>,
}

/// A modifier as it was said.
#[derive(Clone, Debug)]
pub(super) struct Pick {
    pub(super) modifiers: Vec<ModifierAt>,
    pub(super) amount: Amount,
    pub(super) quantity: u32,
    /// Whether it was said how many portions: "an extra shot", not "extra bacon".
    pub(super) counted: bool,
    /// So many times as much as comes with it: "double".
    pub(super) times: Option<u32>,
    pub(super) text: String,
    /// The amount was not said for it but for a modifier before it.
    pub(super) carried: Option<Amount>,
    /// Whether "and" stands before it.
    pub(super) after_and: bool,
    /// "no extra cheese": as it comes, if it comes with it.
    pub(super) not_extra: bool,
    /// It takes back what was said before it.
    pub(super) corrects: bool,
}

/// A change of something that is on the order.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) subject: Subject,
    pub(super) quantity: Option<u32>,
    pub(super) combo: bool,
    pub(super) details: Details,
    pub(super) split: Option<u32>,
    pub(super) with: Option<Draft>,
    /// What fills the slots of the combo that it becomes.
    pub(super) parts: Vec<Part>,
}

impl Draft {
    /// Puts all that was said of it into words again, so that they can be read once more; `number` is how its number
    /// was said.
    pub(super) fn put_into_words(&mut self, language: &Language, number: Option<String>) {
        let number = number.or_else(|| self.quantity.map(|quantity| quantity.to_string()));
        let mut words: Vec<String> = number.into_iter().collect();
        words.extend(self.details.size.iter().map(|(_, text)| text.clone()));
        words.extend(self.details.plain.then(|| language.say(Word::Plain).to_owned()));
        words.push(self.text.clone());
        words.extend(self.combo.then(|| language.say(Word::Combo).to_owned()));
        words.extend(self.details.picks_in_words(language));
        for part in &self.parts {
            words.extend([Word::With, Word::Article].map(|word| language.say(word).to_owned()));
            words.extend(part.details.size.iter().map(|(_, text)| text.clone()));
            words.push(part.text.clone());
            words.extend(part.details.picks_in_words(language));
        }
        self.phrase = words.join(" ");
    }

    /// What an answer leaves unsaid is as it was said before.
    pub(super) fn complete(&mut self, before: &Self) {
        self.quantity = self.quantity.or(before.quantity);
        self.combo |= before.combo;
        let mut details = before.details.clone();
        let mut later = std::mem::take(&mut self.details);
        for pick in &mut later.picks {
            pick.corrects = true;
        }
        details.extend(later);
        self.details = details;
        if self.parts.is_empty() {
            self.parts.clone_from(&before.parts);
        }
    }
}

impl Change {
    pub(super) fn of(subject: Subject) -> Self {
        Self {
            subject,
            quantity: None,
            combo: false,
            details: Details::default(),
            split: None,
            with: None,
            parts: Vec::new(),
        }
    }

    /// Whether it only says what is to be on something.
    pub(super) fn only_picks(&self) -> bool {
        let others = Details { picks: Vec::new(), ..self.details.clone() };
        self.quantity.is_none() && !self.combo && self.with.is_none() && others.is_empty()
    }

    /// Whether it changes nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.quantity.is_none() && !self.combo && self.details.is_empty() && self.with.is_none()
    }
}

impl Pick {
    /// A modifier as it comes.
    pub(super) fn of(modifiers: Vec<ModifierAt>, text: String) -> Self {
        Self {
            modifiers,
            amount: Amount::Regular,
            quantity: 1,
            counted: false,
            times: None,
            text,
            carried: None,
            not_extra: false,
            after_and: false,
            corrects: false,
        }
    }

    /// The modifier with its amount.
    pub(super) fn in_words(&self, language: &Language) -> String {
        let (no, amount) = (language.say(Word::Negation), language.say(Word::amount(self.amount)));
        match self.amount {
            Amount::Regular => self.text.clone(),
            Amount::No if self.not_extra => {
                format!("{no} {} {}", language.say(Word::amount(Amount::Extra)), self.text)
            }
            Amount::No => format!("{no} {}", self.text),
            Amount::Extra | Amount::Light => format!("{amount} {}", self.text),
            Amount::Side => format!("{} {amount}", self.text),
        }
    }
}

impl Details {
    /// Whether nothing was said.
    pub(super) fn is_empty(&self) -> bool {
        self.size.is_none() && self.picks.is_empty() && !self.plain && self.without.is_empty()
    }

    fn picks_in_words(&self, language: &Language) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut plain_before = false;
        for pick in &self.picks {
            let plain = pick.amount == Amount::Regular && !pick.not_extra;
            let join = match (plain, plain_before || pick.carried.is_some()) {
                (true, true) => format!("{} ", language.say(Word::And)),
                (true, false) => format!("{} ", language.say(Word::With)),
                (false, _) => String::new(),
            };
            let number = if pick.quantity > 1 { format!("{} ", pick.quantity) } else { String::new() };
            words.push(format!("{join}{number}{}", pick.in_words(language)));
            plain_before = plain;
        }
        words
    }

    /// Adds what was said later; the later word wins.
    pub(super) fn extend(&mut self, later: Self) {
        self.size = later.size.or(self.size.take());
        self.picks.extend(later.picks);
        self.plain |= later.plain;
        self.without.extend(later.without);
    }
}

/// What a change is about.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Subject {
    /// The line last mentioned.
    Referent,
    Line(LineId),
    /// The line of an item; 0 is the last of them.
    Entry {
        entries: Vec<Entry>,
        ordinal: Option<u32>,
    },
    /// The line of that place on the order; 0 is the last.
    Place(u32),
    /// Every line that can have it.
    All {
        except: Vec<Vec<Entry>>,
    },
}
