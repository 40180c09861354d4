//! What was said, collected while a reading is walked: still as places in the menu, not as ids.

use fsm::dialogue::ActKind;
use fsm::ids::{LineId, SizeId};
use fsm::order::{Amount, Person};

use crate::index::{Entry, ModifierAt};
use crate::language::{Cue, Language, Word};

/// Everything that one utterance says.
#[derive(Debug, Default)]
pub(crate) struct Said {
    /// In the order in which they were said.
    pub(crate) statements: Vec<Statement>,
    /// Words that look like something to order but fit nothing, with entries that may be meant.
    pub(crate) strange: Vec<(String, Vec<Entry>)>,
    /// Words of what is there and cannot be had that way: measures, ways to make it, what it does not come with.
    pub(crate) told: Vec<String>,
    /// Whether a share of a line was begun of which nothing more was said.
    pub(crate) open_share: bool,
    /// Whether two halves were understood: "half glazed half chocolate".
    pub(crate) halved: bool,
    /// What was said besides.
    pub(crate) cues: Vec<Cue>,
    /// Whether any of its words asks something.
    pub(crate) asks: bool,
    /// A number that counts nothing.
    pub(crate) number: Option<u32>,
    /// "the second one", of nothing that is named.
    pub(crate) ordinal: Option<u32>,
    pub(crate) just: bool,
    /// Whether time was asked for, and nothing ordered after that.
    pub(crate) waits: bool,
    /// Whether a yes or no was said first: "yes, a coffee", not "a coffee, yes".
    pub(crate) answers: bool,
    /// Whether "and" follows it: "yes, and a coffee".
    pub(crate) goes_on: bool,
    /// Where words belong to a name that was said before: "the one with the falafel and all that", "make it ham".
    pub(crate) described: Vec<(usize, usize)>,
    /// Whether a word of a name was put right, so that nobody said the whole name.
    pub(crate) renamed: bool,
    /// How many words mean nothing here.
    pub(crate) noise: usize,
    /// Categories that were said without an item, with what was said of them.
    pub(crate) categories: Vec<(usize, SaidLine)>,
}

impl Said {
    /// Whether an act was said besides.
    pub(crate) fn has(&self, act: ActKind) -> bool {
        self.cues.contains(&Cue::Act(act))
    }
}

/// One thing that is to be done to the order.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Add(SaidLine),
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
pub(crate) struct SaidLine {
    pub(crate) entries: Vec<Entry>,
    /// The words that name it.
    pub(crate) text: String,
    /// All the words that a question about it must keep: its number, size and modifiers too.
    pub(crate) phrase: String,
    pub(crate) quantity: Option<u32>,
    /// How its number was said.
    pub(crate) number: Option<String>,
    pub(crate) combo: bool,
    /// The word that says so: "meal".
    pub(crate) combo_text: String,
    /// Whether a number, an article or the words before it ask for it, not only about it.
    pub(crate) asked_for: bool,
    /// Whether it was named with an article: "a coffee".
    pub(crate) one: bool,
    /// Whether it was named as something known: "the coffee".
    pub(crate) definite: bool,
    /// Whether it is a share of a line, told apart by a choice that must be made: "two kids meals, one with nuggets".
    pub(crate) chosen_share: bool,
    /// Whether it is for a part of what is there: "mac and cheese for the side".
    pub(crate) for_part: bool,
    /// Whether its size corrects what was said before it: "six wings, no, ten".
    pub(crate) resized: bool,
    /// "another": one more than those that are on the order.
    pub(crate) another: bool,
    pub(crate) details: Details,
    pub(crate) parts: Vec<Part>,
    /// Where its words begin.
    pub(crate) start: usize,
    /// For whom it is, as far as that was said.
    pub(crate) persons: Vec<Person>,
}

/// What fills a slot, as it is being said.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) entries: Vec<Entry>,
    pub(crate) text: String,
    pub(crate) details: Details,
}

/// How something should be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Details {
    /// The size's possible ids, with its words.
    pub(crate) size: Option<(Vec<SizeId>, String)>,
    pub(crate) picks: Vec<Pick>,
    pub(crate) plain: bool,
    /// Groups of which nothing is wanted.
    pub(crate) without: Vec<usize>,
}

/// A modifier as it was said.
#[derive(Clone, Debug)]
pub(crate) struct Pick {
    pub(crate) modifiers: Vec<ModifierAt>,
    pub(crate) amount: Amount,
    pub(crate) quantity: u32,
    /// Whether it was said how many portions: "an extra shot", not "extra bacon".
    pub(crate) counted: bool,
    /// A multiple of what comes with it: "double".
    pub(crate) times: Option<u32>,
    pub(crate) text: String,
    /// The amount, if it was said for a modifier before it.
    pub(crate) carried: Option<Amount>,
    /// Whether "and" stands before it.
    pub(crate) after_and: bool,
    /// "no extra cheese": as it comes, if it comes with it.
    pub(crate) not_extra: bool,
    /// It takes back what was said before it.
    pub(crate) corrects: bool,
    /// Whether it tells a share of a line apart, and is no item of its own: "one with nuggets, one with a pizza".
    pub(crate) of_share: bool,
    /// Whether it is put on its item by "with", and is no part of its name: "an omelette with cheese".
    pub(crate) with: bool,
}

/// A change of something that is on the order.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) subject: Subject,
    pub(crate) quantity: Option<u32>,
    pub(crate) combo: bool,
    pub(crate) details: Details,
    pub(crate) split: Option<u32>,
    pub(crate) with: Option<SaidLine>,
    /// What fills the slots of the combo that it becomes.
    pub(crate) parts: Vec<Part>,
}

impl SaidLine {
    /// Another line of the same thing, of which nothing more was said.
    pub(crate) fn like(&self, quantity: Option<u32>) -> Self {
        Self {
            entries: self.entries.clone(),
            text: self.text.clone(),
            quantity,
            combo: self.combo,
            asked_for: true,
            ..Self::default()
        }
    }

    /// Puts all that was said of it into words, so that they can be read again; `number` is how its number was said.
    pub(crate) fn put_into_words(&mut self, language: &Language, number: Option<String>) {
        let number = number.or_else(|| self.quantity.map(|quantity| quantity.to_string()));
        self.number.clone_from(&number);
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

    /// Adds what was said before and is not in the answer.
    pub(crate) fn complete(&mut self, before: &Self) {
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
    pub(crate) fn of(subject: Subject) -> Self {
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

    /// Whether it only says what something should have.
    pub(crate) fn only_picks(&self) -> bool {
        let others = Details { picks: Vec::new(), ..self.details.clone() };
        self.quantity.is_none() && !self.combo && self.with.is_none() && others.is_empty()
    }

    /// Whether it changes nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.quantity.is_none() && !self.combo && self.details.is_empty() && self.with.is_none()
    }
}

impl Pick {
    /// A modifier as it comes.
    pub(crate) fn of(modifiers: Vec<ModifierAt>, text: String) -> Self {
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
            of_share: false,
            with: false,
        }
    }

    /// The modifier with its amount.
    pub(crate) fn in_words(&self, language: &Language) -> String {
        let (no, amount) = (language.say(Word::Negation), language.say(Word::Amount(self.amount)));
        match self.amount {
            Amount::Regular => self.text.clone(),
            Amount::No if self.not_extra => {
                format!("{no} {} {}", language.say(Word::Amount(Amount::Extra)), self.text)
            }
            Amount::No => format!("{no} {}", self.text),
            Amount::Extra | Amount::Light => format!("{amount} {}", self.text),
            Amount::Side => format!("{} {amount}", self.text),
        }
    }
}

impl Details {
    /// Whether nothing was said.
    pub(crate) fn is_empty(&self) -> bool {
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

    /// What was said, with the kinds of things that were not said from another line.
    pub(crate) fn or(mut self, other: &Self) -> Self {
        if self.picks.is_empty() {
            self.picks.clone_from(&other.picks);
        }
        self.size = self.size.or_else(|| other.size.clone());
        self
    }

    /// Adds what was said later; the later word wins.
    pub(crate) fn extend(&mut self, later: Self) {
        self.size = later.size.or(self.size.take());
        self.picks.extend(later.picks);
        self.plain |= later.plain;
        self.without.extend(later.without);
    }
}

/// What a change is about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Subject {
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
