//! What a thing is called besides its names: what people call it everywhere, and the parts of its name.

use std::ops::RangeInclusive;

use fsm::menu::Menu;

use crate::index::compile::{IndexCompiler, Meaning, add, names};
use crate::index::{Entry, Phrase};
use crate::language::{List, Sort, Word};
use crate::tokens::{self, Token};

/// In names up to this many words, any choice of words is a part; in longer ones only runs are.
const PARTS_WORDS_MAX: usize = 6;
/// So many words has a name that is also known with those before its noun in other orders.
const TURNED_WORDS: RangeInclusive<usize> = 3..=4;
/// The most words of a name that has parts.
const NAME_WORDS_MAX: usize = 12;

impl IndexCompiler {
    /// What people call the same thing everywhere: "coca cola" where the menu has "coke". A menu's own names win.
    pub(crate) fn other_names(&mut self, menu: &Menu) {
        let language = self.language.clone();
        let mut others: Vec<(Vec<String>, Meaning)> = Vec::new();
        let mut heads: Vec<(String, Entry)> = Vec::new();
        let mut collect = |name: &str, meaning: Meaning| {
            let folds =
                tokens::tokenize(&language, name).into_iter().map(|token| token.fold).collect::<Vec<_>>();
            for other in language.lexicon().other_names(&folds) {
                // "The Western omelet" is also an omelet.
                if let (Meaning::Entry(entry), Some(head)) = (meaning, other.last())
                    && other.len() == folds.len()
                    && other.len() > 1
                    && Some(head) != folds.last()
                {
                    heads.push((head.clone(), entry));
                }
                others.push((other, meaning));
            }
        };
        for (at, item) in menu.items.iter().enumerate() {
            names(&item.name, &item.aliases).for_each(|name| collect(name, Meaning::Entry(Entry::Item(at))));
        }
        for (at, combo) in menu.combos.iter().enumerate() {
            names(&combo.name, &combo.aliases)
                .for_each(|name| collect(name, Meaning::Entry(Entry::Combo(at))));
        }
        for (group, of) in menu.modifier_groups.iter().enumerate() {
            for (at, modifier) in of.modifiers.iter().enumerate() {
                let meaning = Meaning::Modifier((group, at));
                names(&modifier.name, &modifier.aliases).for_each(|name| collect(name, meaning));
            }
        }
        for (at, item) in menu.items.iter().enumerate() {
            let turned = self.in_other_orders(&item.name).into_iter();
            others.extend(turned.map(|words| (words, Meaning::Entry(Entry::Item(at)))));
        }
        others.retain(|(words, meaning)| {
            let phrase = self.known(words);
            match meaning {
                Meaning::Entry(_) => phrase.is_none_or(|phrase| phrase.entries.is_empty()),
                // "warm" may be a temperature of drinks, and what is warmed of what is baked.
                Meaning::Modifier((of, _)) => {
                    phrase.is_none_or(|phrase| phrase.modifiers.iter().all(|(group, _)| group != of))
                        && !self.is_item_with_choice(words)
                }
            }
        });
        for (words, meaning) in others {
            let phrase = self.phrase(&words);
            match meaning {
                Meaning::Entry(entry) => add(&mut phrase.entries, entry),
                Meaning::Modifier(modifier) => add(&mut phrase.modifiers, modifier),
            }
        }
        for (head, entry) in heads {
            add(&mut self.phrase(&[head]).partial, entry);
        }
    }

    /// "double bacon cheeseburger" of the bacon double cheeseburger: a name with the words before its noun in other orders.
    fn in_other_orders(&self, name: &str) -> Vec<Vec<String>> {
        let tokens = tokens::tokenize(&self.language, name);
        let tells = |token: &Token| {
            let mut roles = self.language.roles_by(token.id).iter();
            token.value.is_none() && roles.all(|role| matches!(role, Word::Times(_)))
        };
        if !TURNED_WORDS.contains(&tokens.len()) || !tokens.iter().all(tells) {
            return Vec::new();
        }
        let words: Vec<String> = tokens.into_iter().map(|token| token.fold).collect();
        let Some((noun, before)) = words.split_last() else { return Vec::new() };
        let mut orders: Vec<Vec<String>> = vec![Vec::new()];
        for word in before {
            let with_it = |order: &Vec<String>| -> Vec<Vec<String>> {
                let at_each = (0..=order.len()).rev().map(|at| {
                    let mut longer = order.clone();
                    longer.insert(at, word.clone());
                    longer
                });
                at_each.collect()
            };
            orders = orders.iter().flat_map(with_it).collect();
        }
        orders.retain(|order| order != before);
        orders.iter_mut().for_each(|order| order.push(noun.clone()));
        orders
    }

    /// Whether words name a choice and then what has it: "decaf coffee", where the menu has coffee.
    fn is_item_with_choice(&self, words: &[String]) -> bool {
        (1..words.len()).any(|at| {
            let (choice, item) = (self.known(&words[..at]), self.known(&words[at..]));
            choice.is_some_and(|choice| !choice.modifiers.is_empty())
                && item.is_some_and(|item| !item.entries.is_empty())
        })
    }

    /// Adds every part that can stand for the name, if nothing else has it. A part neither begins nor ends with a word
    /// of the language, unless its noun is one: "and chips" is none, "meatball sub" of "meatball parm sub" is. One word of
    /// what only comes with the thing does not name it: "onions" of "eggs and onions".
    pub(crate) fn parts(&mut self, name: &str, mean: impl Fn(&mut Phrase)) {
        let language = self.language.clone();
        let names_it = |tokens: &[Token], choice: &[usize]| {
            let [only] = choice else { return true };
            let joins = |word: Word| {
                let is_it = |token: &Token| language.roles_by(token.id).contains(&word);
                tokens.iter().rposition(is_it).filter(|at| *at > 0 && only > at)
            };
            let ends_a_list = |at: usize| at + 2 == tokens.len();
            joins(Word::With).is_none() && !joins(Word::And).is_some_and(ends_a_list)
        };
        self.parts_where(name, names_it, mean);
    }

    /// The same for a modifier. Food that only begins the name of another food is not that: "avocado" of "avocado salsa";
    /// nor is a way to make it: "shredded" of "shredded cheese".
    pub(crate) fn parts_of_modifier(&mut self, name: &str, mean: impl Fn(&mut Phrase)) {
        let language = self.language.clone();
        let lexicon = language.lexicon();
        let is_enough = |tokens: &[Token], choice: &[usize]| {
            let [only] = choice else { return true };
            let Some(head) = tokens.last().filter(|_| only + 1 < tokens.len()) else { return true };
            match lexicon.sort(&tokens[*only].fold) {
                Some(Sort::Food) => lexicon.lists(List::Carrier, &head.fold),
                Some(Sort::Preparation) => false,
                Some(Sort::Measure) | None => true,
            }
        };
        self.parts_where(name, is_enough, mean);
    }

    /// What people call the kind that a modifier is of: provolone is a cheese.
    pub(crate) fn kinds_of_modifier(&mut self, name: &str, mean: impl Fn(&mut Phrase)) {
        let language = self.language.clone();
        let name = self.folds(name);
        language.lexicon().kinds_of(&name).for_each(|kind| mean(self.phrase(kind)));
    }

    pub(crate) fn parts_where(
        &mut self,
        name: &str,
        is_enough: impl Fn(&[Token], &[usize]) -> bool,
        mean: impl Fn(&mut Phrase),
    ) {
        let tokens = tokens::tokenize(&self.language, name);
        if !(2..=NAME_WORDS_MAX).contains(&tokens.len()) || self.room.is_full() {
            return;
        }
        let telling: Vec<bool> = tokens
            .iter()
            .map(|token| {
                let roles = self.language.roles_by(token.id);
                token.value.is_none() && roles.iter().all(|role| matches!(role, Word::Times(_)))
            })
            .collect();
        // "egg drop" of "egg drop soup", though "drop" takes something off elsewhere
        let is_joint = |role: &Word| {
            let joins = matches!(role, Word::And | Word::Or | Word::With | Word::On | Word::Of | Word::Off);
            joins || matches!(role, Word::Article | Word::Definite | Word::Negation | Word::To)
        };
        let language = self.language.clone();
        let joins = |at: usize| language.roles_by(tokens[at].id).iter().any(is_joint);
        let count = tokens.len();
        let mut choices: Vec<Vec<usize>> = Vec::new();
        if count <= PARTS_WORDS_MAX {
            choices.extend(
                (1..(1_usize << count) - 1).map(|mask| (0..count).filter(|at| mask >> at & 1 == 1).collect()),
            );
        } else {
            for from in 0..count {
                choices
                    .extend((from + 1..=count).filter(|to| to - from < count).map(|to| (from..to).collect()));
            }
        }
        // "eight piece" of "8 piece bucket".
        let is_unit = |at: usize| self.language.roles_by(tokens[at].id).contains(&Word::Unit);
        // "two eggs" of "two eggs any style".
        let is_many = |at: usize| telling[at] && self.language.is_plural(&tokens[at].word);
        let numbered = count > 2 && tokens[0].fold.bytes().all(|byte| byte.is_ascii_digit());
        let counted = numbered && (is_unit(1) || is_many(1));
        for choice in choices {
            let (Some(first), Some(last)) = (choice.first(), choice.last()) else { continue };
            if !is_enough(&tokens, &choice) {
                continue;
            }
            let counts = counted && matches!(choice.as_slice(), [0, 1, ..]);
            let ends = *last == count - 1;
            let has_noun = ends && choice.len() > 1;
            let begins = *first == 0 && *last == choice.len() - 1 && *last > 0;
            let is_beginning = begins && tokens[*last].value.is_none() && !joins(*last);
            let is_whole = telling[*last] || has_noun || is_beginning;
            if telling[*first] && is_whole || counts && (telling[*last] || *last == 1) {
                let words: Vec<String> = choice.iter().map(|at| tokens[*at].fold.clone()).collect();
                let phrase = self.phrase(&words);
                phrase.ends_a_name |= ends;
                mean(phrase);
            }
        }
    }
}
