//! What each of several lines of one thing gets: "lemonade with the nuggets, milk for the other two", of kids meals. A line is
//! told by a choice that it has, and nothing by that name is on the order.

use fsm::dialogue::Act;
use fsm::order::{Amount, Line, Modification, ModifierPick, Op, Order, Target};

use crate::Utterance;
use crate::index::{Index, ModifierAt};
use crate::language::{Edit, Language, Word};
use crate::reading::asides;
use crate::resolve::Context;
use crate::tokens::Token;

/// The most clauses that say what somebody gets.
const CLAUSES_MAX: usize = 4;

/// The changes of all clauses; none where a clause says anything else.
pub(super) fn read(utterance: Utterance<'_>, cx: Context<'_>, tokens: &[Token]) -> Option<Act> {
    let order = cx.order.filter(|order| order.lines().len() > 1 || order.lines().iter().any(is_several))?;
    let language = utterance.book.index.language();
    let is_and = |token: &Token| language.roles_by(token.id).contains(&Word::And);
    let mut clauses = tokens.chunk_by(|_, next| !next.pause && !is_and(next));
    let mut gets =
        Gets { index: &utterance.book.index, language, cx, order, told: Vec::new(), ops: Vec::new() };
    for clause in clauses.by_ref().take(CLAUSES_MAX) {
        let clause = gets.without_manners(clause);
        if !clause.is_empty() {
            gets.clause(clause)?;
        }
    }
    let told = clauses.next().is_none() && !gets.ops.is_empty();
    told.then_some(Act::Order { ops: gets.ops, unresolved: Vec::new() })
}

fn is_several(line: &Line) -> bool {
    line.quantity > 1
}

struct Gets<'a> {
    index: &'a Index,
    language: &'a Language,
    cx: Context<'a>,
    order: &'a Order,
    /// The lines of which something was said.
    told: Vec<&'a Line>,
    ops: Vec<Op>,
}

impl<'a> Gets<'a> {
    /// "lemonade with the nuggets", "the nuggets get lemonade", "they both want lemonade", "the other one milk".
    fn clause(&mut self, words: &[Token]) -> Option<()> {
        let (lines, called) = (1..words.len()).find_map(|at| {
            let placed = self.is(&words[at], |word| matches!(word, Word::With | Word::On | Word::To));
            if placed && let Some(lines) = self.those(&words[at + 1..]) {
                return Some((lines, self.choice(&words[..at])?));
            }
            let lines = self.those(&words[..at])?;
            let gets = |word| matches!(word, Word::Edit(Edit::Gets) | Word::Want);
            let length = asides::phrase(self.language, &words[at..], gets);
            let said = length.is_some() || !self.told.is_empty() || self.are_all(&words[..at]);
            let choice = &words[at + length.unwrap_or(0)..];
            said.then(|| Some((lines, self.choice(choice)?))).flatten()
        })?;
        for line in &lines {
            let item = self.cx.position(&line.item)?;
            let (group, at) = *called.iter().find(|at| self.index.allows(item, &[**at]))?;
            let group = &self.cx.menu.modifier_groups[group];
            let (modifier, group) = (group.modifiers[at].id.clone(), group.id.clone());
            let pick = ModifierPick::of(group, modifier);
            let target = Target::Line { line_id: line.line_id };
            self.ops.push(Op::Modify(Modification { modifiers: vec![pick], ..Modification::of(target) }));
        }
        self.told.extend(lines);
        Some(())
    }

    /// "lemonade", "a lemonade": the choices that words name.
    fn choice(&self, words: &[Token]) -> Option<&'a [ModifierAt]> {
        let article = |token: &&Token| self.is(token, |word| matches!(word, Word::Article | Word::Some));
        let named = &words[words.iter().take_while(article).count()..];
        let choices: &[ModifierAt] = &self.index.called_by(named)?.modifiers;
        (!choices.is_empty()).then_some(choices)
    }

    /// "they both": whether words are of all of those who were spoken of.
    fn are_all(&self, words: &[Token]) -> bool {
        let they = asides::phrase(self.language, words, |word| word == Word::Edit(Edit::TheyAll));
        they == Some(words.len())
    }

    /// The lines that words point at.
    fn those(&self, words: &[Token]) -> Option<Vec<&'a Line>> {
        let other = asides::phrase(self.language, words, |word| word == Word::Other);
        if let Some(length) = other {
            return self.others(&words[length..]);
        }
        if self.are_all(words) {
            return self.all();
        }
        let (first, rest) = words.split_first()?;
        if !self.is(first, |word| word == Word::Definite) {
            return None;
        }
        let named = self.without_one(rest);
        let phrase = self.index.called_by(named)?;
        let on_order = |line: &&Line| {
            let item = self.cx.position(&line.item);
            phrase.entries.iter().any(|entry| item == Some(self.index.main(*entry)))
        };
        if self.order.lines().iter().any(|line| on_order(&line)) {
            return None;
        }
        let choices: Vec<ModifierAt> =
            phrase.modifiers.iter().chain(phrase.partial_modifiers.iter()).copied().collect();
        let has = |line: &&Line| {
            line.modifiers.iter().any(|own| {
                let at = self.cx.modifier_at(&own.group, &own.modifier);
                own.amount != Amount::No && at.is_some_and(|at| choices.contains(&at))
            })
        };
        let lines: Vec<&Line> = self.order.lines().iter().filter(has).collect();
        (!lines.is_empty()).then_some(lines)
    }

    /// The lines of the same thing of which nothing was said here or just before.
    fn others(&self, count: &[Token]) -> Option<Vec<&'a Line>> {
        let last = || self.order.referent().and_then(|id| self.order.line(id));
        let told = if self.told.is_empty() { last().into_iter().collect() } else { self.told.clone() };
        let item = &told.first()?.item;
        let is_told = |line: &&Line| told.iter().any(|told| told.line_id == line.line_id);
        let alike = self.order.lines().iter().filter(|line| line.item == *item && !is_told(line));
        let lines: Vec<&Line> = alike.collect();
        let said = match count {
            [] => None,
            [number] => Some(self.number(number)?),
            _ => return None,
        };
        let there: u32 = lines.iter().map(|line| line.quantity).sum();
        (there > 0 && said.is_none_or(|said| said == there)).then_some(lines)
    }

    /// All lines of what there are several of, of which the newest was mentioned last.
    fn all(&self) -> Option<Vec<&'a Line>> {
        let last = self.order.referent().and_then(|id| self.order.line(id))?;
        let lines: Vec<&Line> = self.order.lines().iter().filter(|line| line.item == last.item).collect();
        let there: u32 = lines.iter().map(|line| line.quantity).sum();
        (there > 1).then_some(lines)
    }

    fn number(&self, token: &Token) -> Option<u32> {
        let number = |role: &Word| if let Word::Number(number) = role { Some(*number) } else { None };
        self.language.roles_by(token.id).iter().find_map(number).or(token.value)
    }

    fn is(&self, token: &Token, is_it: impl Fn(Word) -> bool) -> bool {
        self.language.roles_by(token.id).iter().any(|role| is_it(*role))
    }

    /// "the nuggets one": without the word that only ends a name.
    fn without_one<'t>(&self, words: &'t [Token]) -> &'t [Token] {
        let one = |token: &Token| {
            self.is(token, |word| matches!(word, Word::Number(1) | Word::Combo | Word::Edit(Edit::Somebody)))
        };
        match words.split_last() {
            Some((last, before)) if one(last) && !before.is_empty() => before,
            _ => words,
        }
    }

    fn without_manners<'t>(&self, words: &'t [Token]) -> &'t [Token] {
        let little = |token: &&Token| self.is(token, |word| matches!(word, Word::Filler | Word::And));
        let from = words.iter().take_while(little).count();
        let until = words.iter().rev().take_while(little).count();
        words.get(from..words.len() - until).unwrap_or_default()
    }
}
