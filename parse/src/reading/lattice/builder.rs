//! Building a lattice: what the menu and the language make of the words from each of them on.

mod around;
mod numbers;
mod terms;
mod words;

use fsm::menu::Topic;

use crate::index::{Entry, Index, Shared};
use crate::language::{Language, Sort, Word};
use crate::reading::lattice::{Called, Edge, Lattice, Role};
use crate::tokens::Token;

/// What a word that is understood is worth.
const WORD: i32 = 100;
/// What each further word of a name adds, as much as two names may gain by fitting each other.
const MENU_WORD: i32 = 60;
/// What it is worth to take a modifier for the name of the only item that can have it.
const KIND: i32 = 20;
/// What a pause within a name costs: "coke, light ice" is no light coke.
const PAUSE_WITHIN: i32 = 90;
/// What it costs besides, where what stands before the pause says nothing by itself: a greeting.
const GREETING_WITHIN: i32 = 250;
/// What each run costs, so that long ones win.
const RUN: i32 = 12;
/// What a word that means nothing here is worth.
const UNKNOWN: i32 = -20;
/// What it is worth to take "no" for a correction between two numbers or sizes.
const TAKES_BACK: i32 = 40;
/// The most words of a name that are followed.
const NAME_WORDS_MAX: usize = 10;
/// The most edges that start at a word, not counting the unknown one. Real menus rarely have 20.
const EDGES_PER_WORD_MAX: usize = 100;
/// How many there usually are.
const EDGES_PER_WORD: usize = 8;
/// The most beginnings of names that are followed from a word, because each word may stand for several.
const NAMES_MAX: usize = 200;
/// The most words that may be one word of the menu.
const SPLIT_WORDS_MAX: usize = 4;
/// How sure a name is that is split or joined differently than in the menu.
const SPLIT_SURE: f64 = 0.98;
/// How sure a word is that is short for another.
const SHORT_SURE: f64 = 0.985;
/// How sure a number is that only sounds so.
const ALIKE_SURE: f64 = 0.9;
/// What it is worth to take a word for a number that sounds so, before a name: "to tacos".
const ALIKE_FIRST: i32 = 40;
/// What it costs to take a word for a number that only sounds so where nothing begins.
const ALIKE_LATER: i32 = -60;
/// The longest name of food, in letters, that may be a misheard word of the menu.
const SHORT_FOOD_MAX: usize = 4;
/// How sure an item is if only the end of its word was said.
const END_SURE: f64 = 0.9;

impl Lattice {
    /// Finds every meaning of every run.
    pub(crate) fn of(index: &Index, tokens: &[Token]) -> Self {
        let language = index.language();
        let is_filler = |at: &usize| language.roles_by(tokens[*at].id).contains(&Word::Filler);
        let loud = (0..tokens.len()).filter(|at| !is_filler(at)).collect();
        let edges = Vec::with_capacity(tokens.len() * EDGES_PER_WORD);
        let mut draft = LatticeBuilder { index, language, tokens, loud, from: 0, edges };
        let mut starts = Vec::with_capacity(tokens.len());
        let words: Vec<Vec<(usize, f64)>> = (0..tokens.len()).map(|at| draft.menu_words(at)).collect();
        for start in 0..tokens.len() {
            let from = draft.edges.len();
            draft.from = from;
            draft.menu(start, &words);
            draft.written_otherwise(start, &words);
            draft.language(start);
            draft.term(start);
            if draft.corrects(start) {
                draft.push(start, start + 1, Role::Word(Word::Correction), TAKES_BACK, 1.0);
            }
            draft.unknown(start, from);
            starts.push(from..draft.edges.len());
        }
        draft.names_around(&starts);
        Self { edges: draft.edges, starts }
    }
}

pub(crate) struct LatticeBuilder<'a> {
    index: &'a Index,
    language: &'a Language,
    tokens: &'a [Token],
    /// The places of the words that are no fillers.
    loud: Vec<usize>,
    /// Where the edges of the current word begin.
    from: usize,
    edges: Vec<Edge>,
}

impl LatticeBuilder<'_> {
    /// The menu's words that a token is, or may be meant for.
    fn menu_words(&self, at: usize) -> Vec<(usize, f64)> {
        let token = &self.tokens[at];
        if let Some(digits) = self.number_alike(at).and_then(|digits| self.index.word(&digits)) {
            return vec![(digits, ALIKE_SURE)];
        }
        let long = self.language.short(&token.word).map(|long| self.language.fold(long));
        let long = long.and_then(|long| self.index.word(&long)).map(|word| (word, SHORT_SURE));
        match self.index.word(&token.fold) {
            Some(word) => std::iter::once((word, 1.0)).chain(long).collect(),
            None if long.is_some() => long.into_iter().collect(),
            None if Self::is_of_the_language(token) => Vec::new(),
            // "leek" is not "lime", but "ail" may be "ale".
            None if self.is_food(token) && token.fold.chars().count() > SHORT_FOOD_MAX => Vec::new(),
            None if self.is_food(token) => self.index.sounding(&token.fold),
            None if self.language.lexicon().sort(&token.fold).is_some() => Vec::new(),
            None => self.index.neighbours(&token.fold),
        }
    }

    fn menu(&mut self, start: usize, words: &[Vec<(usize, f64)>]) {
        let mut open = vec![(0, start, 1.0)];
        let mut left = NAMES_MAX;
        while let (Some((node, at, sure)), 1..) = (open.pop(), left) {
            left -= 1;
            if at - start >= NAME_WORDS_MAX {
                continue;
            }
            for (word, alike) in words.get(at).into_iter().flatten() {
                let Some(node) = self.index.step(node, *word) else { continue };
                let sure = f64::min(sure, *alike);
                if let Some(phrase) = self.index.end(node) {
                    self.meanings(start, at + 1, phrase, sure);
                }
                open.push((node, at + 1, sure));
            }
        }
    }

    /// "cheese burger" for "cheeseburger", "milkshake" for "milk shake", and what only sounds so.
    fn written_otherwise(&mut self, start: usize, words: &[Vec<(usize, f64)>]) {
        let mut letters = String::new();
        let mut strange = false;
        for (at, token) in self.tokens.iter().enumerate().skip(start).take(SPLIT_WORDS_MAX) {
            if at > start && (token.pause || self.is_function_word(token)) {
                break;
            }
            letters.push_str(&token.fold);
            strange |=
                words[at].first().is_none_or(|(_, sure)| *sure < 1.0) && !Self::is_of_the_language(token);
            let as_written = at == start && words[at].first().is_some_and(|(_, sure)| *sure >= 1.0);
            if as_written || at == start && self.is_food(token) {
                continue;
            }
            match self.index.written_as_one(&letters) {
                Some(phrase) => self.meanings(start, at + 1, phrase, SPLIT_SURE),
                None if strange => {
                    if let Some((phrase, sure)) = self.index.sounding_as_one(&letters) {
                        self.meanings(start, at + 1, phrase, sure);
                    }
                }
                None => {}
            }
        }
        let token = &self.tokens[start];
        if words[start].is_empty() && !Self::is_of_the_language(token) {
            let entries = Shared::new(self.index.ending_with(&token.fold));
            if !entries.is_empty() {
                self.push(
                    start,
                    start + 1,
                    Role::Entry { entries, called: Called::Part, by: Vec::new() },
                    -15,
                    END_SURE,
                );
            }
        }
    }

    fn meanings(&mut self, start: usize, end: usize, phrase: usize, sure: f64) {
        let known = self.edges.iter().rev().take_while(|edge| edge.start == start);
        if sure < SHORT_SURE && known.into_iter().any(|edge| edge.end == end && edge.sure >= sure) {
            return;
        }
        let phrase = self.index.phrase(phrase);
        let longer = MENU_WORD * i32::try_from(end - start - 1).unwrap_or_default();
        if !phrase.entries.is_empty() {
            let called = if phrase.generic { Called::Generic } else { Called::Name };
            let entries = self.as_written(start, end, phrase);
            self.push(start, end, Role::Entry { entries, called, by: Vec::new() }, 30 + longer, sure);
        }
        let misheard = sure < SPLIT_SURE && end - start == 1;
        // "a tub of cream cheese" names the tub, "a tub" alone is what something comes in.
        let measure =
            end - start == 1 && self.language.lexicon().sort(&self.tokens[start].fold) == Some(Sort::Measure);
        let of = self.tokens.get(end).is_some_and(|next| self.language.roles_by(next.id).contains(&Word::Of));
        let aside = || end - start == 1 && self.is_aside(start);
        if !phrase.partial.is_empty() && !misheard && (!measure || of) && !aside() {
            let called = if phrase.ends_a_name || end - start > 1 { Called::Part } else { Called::Beginning };
            let only = phrase.partial.len() == 1 && self.is_alone(start, end, None);
            let worth = match phrase.partial.as_slice() {
                // Two words of the name of one thing are nearly its name.
                [_] if longer > 0 && !self.is_list(start, end) => longer - 25,
                _ => longer / 2 - if phrase.modifiers.is_empty() || only { 15 } else { 70 },
            };
            self.push(
                start,
                end,
                Role::Entry { entries: phrase.partial.clone(), called, by: Vec::new() },
                worth,
                sure,
            );
        }
        if !phrase.modifiers.is_empty() {
            self.push(start, end, Role::Modifier(phrase.modifiers.clone()), 25 + longer, sure);
            // "sweet" may mean that it is welcome, "sweet tea" does not.
            let several = end - start > 1;
            let is_in_names = |role: &Word| {
                several && (matches!(role, Word::Cue(_) | Word::Filler) || role.is_of_another_grammar())
            };
            let begins_as_a_name = self.language.roles_by(self.tokens[start].id).iter().all(is_in_names);
            // "a platter, medium", where only the lamb is cooked in degrees
            let measures = end - start == 1
                && self.language.lexicon().sort(&self.tokens[start].fold) == Some(Sort::Measure);
            let is_a_name = begins_as_a_name && !measures && !self.is_another_sized(start, end);
            if let (Some(owner), true, true) = (phrase.owner, phrase.entries.is_empty(), is_a_name) {
                let entries = Shared::new(vec![Entry::Item(owner)]);
                let longer = if phrase.partial.is_empty() { longer } else { longer - 60 };
                let longer = longer + self.counted_worth(phrase, start);
                self.push(
                    start,
                    end,
                    Role::Entry { entries, called: Called::Kind, by: phrase.modifiers.to_vec() },
                    KIND + longer,
                    sure,
                );
            }
        }
        if !phrase.partial_modifiers.is_empty() && !misheard {
            let several = match phrase.partial_modifiers.len() {
                _ if phrase.group.is_some() => 60,
                1 => 0,
                _ => 30,
            };
            let worth = longer / 2 - 14 - several;
            let role = Role::Modifier(phrase.partial_modifiers.clone());
            if let Some(edge) = self.edge(start, end, role, worth, sure) {
                edge.part = true;
            }
        }
        if !phrase.sizes.is_empty() {
            // "three" is more often a number than a size of three.
            let only_number =
                end - start == 1 && self.tokens[start].fold.bytes().all(|byte| byte.is_ascii_digit());
            let worth = if only_number { -5 } else { 22 + longer };
            self.push(start, end, Role::Size(phrase.sizes.clone()), worth, sure);
        }
        if let Some(category) = phrase.category {
            self.push(start, end, Role::Category(category), -20, sure);
        }
        let spoken = if self.is_spoken(start, end) { 35 } else { 0 };
        for group in phrase.other_groups.iter().chain(&phrase.group) {
            self.push(start, end, Role::Group(*group), 2 - spoken, sure);
        }
        if let (None, Some(group), true, 0) =
            (phrase.group, phrase.partial_group, phrase.modifiers.is_empty(), spoken)
        {
            self.push(start, end, Role::Group(group), -12, sure);
        }
        if let Some(amount) = phrase.amount {
            self.push(start, end, Role::Amount(amount), 15, sure);
        }
    }

    fn language(&mut self, start: usize) {
        let mut node = Language::ROOT;
        for end in start + 1..=self.tokens.len() {
            let token = &self.tokens[end - 1];
            if end > start + 1 && token.pause {
                break;
            }
            if let (Some(value), 1) = (token.value, end - start) {
                self.number(start, end, value);
            }
            let Some(next) = token.id.and_then(|id| self.language.step(node, id)) else { break };
            node = next;
            for role in self.language.roles(node) {
                match *role {
                    Word::Number(number) => {
                        self.number(start, end, number);
                        if number == 1 && end == start + 1 && start > 0 && !self.tokens[start].pause {
                            self.push(start, end, Role::Again, 8, 1.0);
                        }
                    }
                    Word::NumberAlike(number) if self.begins_something(start) => {
                        self.push(start, end, Role::Number(number), ALIKE_FIRST, ALIKE_SURE);
                    }
                    Word::NumberAlike(number)
                        if self.is_before_a_name(start)
                            && !self.is_behind_a_name(start)
                            && !self.is_behind_a_swap(start) =>
                    {
                        self.push(start, end, Role::Number(number), ALIKE_LATER, ALIKE_SURE);
                    }
                    Word::NumberAlike(_) => {}
                    Word::Amount(amount) => {
                        let longer = 8 * i32::try_from(end - start - 1).unwrap_or_default();
                        self.push(start, end, Role::Amount(amount), 8 + longer, 1.0);
                    }
                    Word::NumberSign => {
                        self.push(start, end, Role::Word(Word::NumberSign), -20, 1.0);
                        self.board_number(start, end);
                    }
                    Word::Cue(_) if self.cuts_a_share(start, end) => {}
                    Word::Cue(cue) if let Some(meant) = cue.alone() => {
                        if self.is_alone(start, end, Some(cue)) {
                            self.push(start, end, Role::Word(Word::Cue(meant)), 8, 1.0);
                        }
                    }
                    Word::Unit if end > start + 1 => self.push(start, end, Role::Word(*role), 25, 1.0),
                    word if word.is_of_another_grammar() => {}
                    Word::Times(_) if !self.is_by_a_modifier(start, end) => {}
                    // "double cheese" is twice the cheese, also where "double" is something by itself.
                    Word::Times(_) if self.is_modifier(end) => {
                        self.push(start, end, Role::Word(*role), 60, 1.0);
                    }
                    word @ (Word::Filler | Word::Common | Word::AsComes) => {
                        self.push(start, end, Role::Word(word), word_worth(word), 1.0);
                    }
                    word => {
                        let longer = 8 * i32::try_from(end - start - 1).unwrap_or_default();
                        self.push(start, end, Role::Word(word), word_worth(word) + longer, 1.0);
                    }
                }
            }
            if numbers::node_is_scale(self.language, node) && end - start == 1 {
                self.number(start, start, 1);
            }
        }
    }

    fn unknown(&mut self, start: usize, from: usize) {
        let known = self.edges[from..].iter().any(|edge| edge.end == start + 1);
        let token = &self.tokens[start];
        let of_the_language = token.id.is_some_and(|id| self.language.step(Language::ROOT, id).is_some());
        let times = self.language.roles_by(token.id).iter().any(|role| matches!(role, Word::Times(_)));
        match (known, of_the_language && !times) {
            (false, true) => self.push(start, start + 1, Role::Word(Word::Common), -50, 1.0),
            (false, false) => self.push(start, start + 1, Role::Unknown, UNKNOWN - WORD, 1.0),
            (true, _) => self.push(start, start + 1, Role::Unknown, UNKNOWN - WORD - 60, 1.0),
        }
    }

    fn push(&mut self, start: usize, end: usize, role: Role, worth: i32, sure: f64) {
        self.edge(start, end, role, worth, sure);
    }

    /// Adds an edge and returns it, unless its word has too many.
    fn edge(&mut self, start: usize, end: usize, role: Role, worth: i32, sure: f64) -> Option<&mut Edge> {
        let last = if role == Role::Unknown { EDGES_PER_WORD_MAX } else { EDGES_PER_WORD_MAX - 1 };
        if self.edges.len() - self.from > last {
            return None;
        }
        let length = i32::try_from(end - start).unwrap_or(i32::MAX);
        #[expect(clippy::cast_possible_truncation, reason = "at most a few thousand")]
        let unsure = ((1.0 - sure) * f64::from(WORD * length) * 0.8) as i32;
        let within = self.tokens[start..end.max(start)].iter().skip(1).filter(|token| token.pause).count();
        // "morning. two lattes" is no "morning two".
        let greets = self.language.roles_by(self.tokens[start].id).contains(&Word::Filler);
        let greeting = if within > 0 && greets { GREETING_WITHIN } else { 0 };
        let pauses = PAUSE_WITHIN * i32::try_from(within).unwrap_or_default() + greeting;
        let score = WORD * length - RUN + worth - unsure - pauses;
        self.edges.push(Edge { start, end, role, part: false, score, sure });
        self.edges.last_mut()
    }
}

/// How much more a word of the language is worth than another one of the same length.
fn word_worth(word: Word) -> i32 {
    match word {
        Word::Want | Word::Remove | Word::Make | Word::Swap | Word::InsteadOf | Word::Instead => 8,
        Word::Asks => 5,
        Word::Clear | Word::Same | Word::Another | Word::Plain => 12,
        Word::AsComes => -20,
        // A question about harm wins, whatever else its words are on the menu.
        Word::Topic(Topic::Allergens) => 24,
        Word::Topic(_) => 8,
        Word::Except => -22,
        Word::Correction | Word::OfThem | Word::Both => 8,
        Word::Negation | Word::Add | Word::With | Word::Combo | Word::Pronoun | Word::All => 5,
        Word::Cue(_) => 0,
        Word::Filler => -14,
        Word::Times(_) => -10,
        Word::Common => -40,
        _ => 0,
    }
}
