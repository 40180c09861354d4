//! What the words of an utterance can mean at all: what another agent claims to have heard is held against it.
//!
//! An agent that is not trusted may name an item only where words name it and nothing else, each word for one item; a
//! number, a size, a modifier and an amount only where words stand for them. It must not pass over a word that denies,
//! takes off or asks. That all of an order goes it cannot say at all.

use std::collections::BTreeSet;

use fsm::acts::{Act, Amount, ComponentPick, Modification, ModifierPick, NewLine, Op, Target};
use fsm::choice::Why;
use fsm::ids::{ComboId, ItemId, LineId, SizeId};
use fsm::menu::Item;
use fsm::order::Line;

use super::index::{Entry, Index};
use super::language::{Cue, Word};
use super::lattice::{Edge, Lattice, Role};
use super::tokens::{self, Token};
use crate::Utterance;

/// Everything that the words of an utterance can mean.
#[derive(Debug)]
pub struct Evidence<'a> {
    utterance: Utterance<'a>,
    tokens: Vec<Token>,
    edges: Vec<Edge>,
}

/// The ids that an answer may name, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// Items.
    pub items: BTreeSet<String>,
    /// Combos.
    pub combos: BTreeSet<String>,
    /// The combos' slots.
    pub slots: BTreeSet<String>,
    /// Sizes.
    pub sizes: BTreeSet<String>,
    /// Modifier groups.
    pub groups: BTreeSet<String>,
    /// Modifiers.
    pub modifiers: BTreeSet<String>,
    /// Lines of the order.
    pub lines: BTreeSet<String>,
}

/// What another agent heard, held against the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// How many words it explains.
    pub words: usize,
    /// How many words say something.
    pub of: usize,
}

impl Explained {
    /// The share of the words that are explained, 0 to 1.
    pub fn share(self) -> f64 {
        let count = |words: usize| f64::from(u32::try_from(words).unwrap_or(u32::MAX));
        if self.of == 0 { 0.0 } else { count(self.words) / count(self.of) }
    }
}

impl<'a> Evidence<'a> {
    /// Finds every meaning of every run of words.
    pub fn of(utterance: Utterance<'a>) -> Self {
        let index: &Index = &utterance.book.index;
        let tokens = tokens::tokenize(index.language(), utterance.text);
        let tokens =
            tokens::without_stutters(index.language(), tokens, |token| index.is_doubled(&token.fold));
        let edges = Lattice::of(index, &tokens).edges;
        Self { utterance, tokens, edges }
    }

    /// The ids that words stand for, and those of the order's lines.
    pub fn named(&self) -> Named {
        let menu = &self.utterance.book.menu;
        let mut named = Named::default();
        for edge in &self.edges {
            match &edge.role {
                Role::Entry { .. } => {
                    let Some(item) = self.item_of(edge) else { continue };
                    named.items.insert(item.id.to_string());
                    let combos = menu.combos.iter().filter(|combo| combo.main == item.id);
                    named.combos.extend(combos.map(|combo| combo.id.to_string()));
                }
                Role::Modifier(modifiers) => {
                    for (group, at) in modifiers.iter() {
                        let group = &menu.modifier_groups[*group];
                        named.groups.insert(group.id.to_string());
                        named.modifiers.insert(group.modifiers[*at].id.to_string());
                    }
                }
                Role::Size(sizes) => named.sizes.extend(sizes.iter().map(ToString::to_string)),
                _ => {}
            }
        }
        let lines = self.utterance.order.map_or(&[][..], |order| order.lines());
        named.lines.extend(lines.iter().map(|line| line.line_id.to_string()));
        let combos = menu.combos.iter().filter(|combo| named.combos.contains(combo.id.as_str()));
        named.slots.extend(combos.flat_map(|combo| combo.slots.iter().map(|slot| slot.id.to_string())));
        named
    }

    /// How many words acts explain, whoever heard them.
    pub fn explained(&self, acts: &[Act]) -> Explained {
        let mut claims = Claims::of(self);
        // What is not said explains nothing.
        let _ = claims.acts(acts);
        self.counted(&claims)
    }

    /// How many words acts explain that another agent heard.
    ///
    /// # Errors
    /// [`Why::NotSaid`] or [`Why::Unknown`] if an agent that is not trusted may not have heard this.
    pub fn check(&self, acts: &[Act]) -> Result<Explained, Why> {
        let mut claims = Claims::of(self);
        claims.acts(acts)?;
        if self.any(denies) && !acts.iter().any(takes_away) || self.any(asks) && !acts.iter().any(is_question)
        {
            return Err(Why::NotSaid);
        }
        Ok(self.counted(&claims))
    }

    fn counted(&self, claims: &Claims<'_, '_>) -> Explained {
        let says = |at: usize| {
            let mut edges = self.edges.iter().filter(|edge| edge.start <= at && at < edge.end);
            let (mut known, mut says) = (false, false);
            for edge in edges.by_ref().filter(|edge| edge.role != Role::Unknown) {
                known = true;
                says |= is_telling(&edge.role);
            }
            says || !known
        };
        let telling: Vec<usize> = (0..self.tokens.len()).filter(|at| says(*at)).collect();
        let words = telling.iter().filter(|at| claims.covered[**at]).count();
        Explained { words, of: telling.len() }
    }

    fn any(&self, is: impl Fn(&Role) -> bool) -> bool {
        self.edges.iter().any(|edge| is(&edge.role))
    }

    /// The item that a run names, if it names one.
    fn item_of(&self, edge: &Edge) -> Option<&'a Item> {
        let Role::Entry { entries, .. } = &edge.role else { return None };
        let index = &self.utterance.book.index;
        let mut mains = entries.iter().map(|entry| index.main(*entry));
        let first = mains.next()?;
        mains.all(|main| main == first).then(|| &self.utterance.book.menu.items[first])
    }
}

/// What is claimed so far, word by word.
struct Claims<'e, 'a> {
    evidence: &'e Evidence<'a>,
    /// Words that are explained.
    covered: Vec<bool>,
    /// Words that name an item or count one, which they do for one line only.
    spent: Vec<bool>,
}

impl<'e, 'a> Claims<'e, 'a> {
    fn of(evidence: &'e Evidence<'a>) -> Self {
        let none = vec![false; evidence.tokens.len()];
        Self { evidence, covered: none.clone(), spent: none }
    }

    fn acts(&mut self, acts: &[Act]) -> Result<(), Why> {
        for act in acts {
            match act {
                Act::Order { ops, unresolved } => {
                    if !unresolved.is_empty() {
                        return Err(Why::Unknown);
                    }
                    ops.iter().try_for_each(|op| self.op(op))?;
                }
                Act::MenuQuestion { topic, items } => {
                    let is_topic =
                        |role: &Role| matches!(role, Role::Word(Word::Topic(word)) if word.topic() == *topic);
                    self.shared(is_topic)?;
                    items.iter().try_for_each(|item| self.item(item, None))?;
                }
                Act::Done
                | Act::NeedsTime
                | Act::Yes
                | Act::No
                | Act::NeverMind
                | Act::NotRight
                | Act::Repeat
                | Act::Human
                | Act::SmallTalk
                | Act::BackChannel
                | Act::Unclear => {
                    if let Some(cue) = cue_of(act) {
                        self.cover(|role| matches!(role, Role::Word(Word::Cue(said)) if *said == cue));
                    }
                }
            }
        }
        Ok(())
    }

    fn op(&mut self, op: &Op) -> Result<(), Why> {
        match op {
            Op::Add(line) => self.line(line),
            Op::Remove { target, quantity } => {
                if matches!(target, Target::All { .. }) {
                    return Err(Why::NotSaid);
                }
                self.shared(removes)?;
                self.target(target)?;
                quantity.map_or(Ok(()), |quantity| self.number(quantity))
            }
            Op::Modify(change) => self.modification(change),
            Op::Replace { target, with } => {
                self.shared(replaces)?;
                self.target(target)?;
                self.line(with)
            }
            Op::Clear => Err(Why::NotSaid),
        }
    }

    fn line(&mut self, line: &NewLine) -> Result<(), Why> {
        let item = self.evidence.utterance.book.menu.item(&line.item).ok_or(Why::Unknown)?;
        self.item(&line.item, line.combo.as_ref())?;
        self.number(line.quantity)?;
        self.details(item, line.combo.as_ref(), line.size.as_ref(), &line.modifiers, &line.components)
    }

    fn modification(&mut self, change: &Modification) -> Result<(), Why> {
        self.target(&change.target)?;
        for number in [change.quantity, change.split].into_iter().flatten() {
            if number == 0 {
                return Err(Why::NotSaid);
            }
            self.number(number)?;
        }
        let lines: Vec<&Line> = self.targeted(&change.target)?;
        let menu = &self.evidence.utterance.book.menu;
        if let Some(combo) = &change.combo {
            self.shared(|role| matches!(role, Role::Word(Word::Combo)))?;
            menu.combo(combo)
                .filter(|combo| lines.iter().all(|line| line.item == combo.main))
                .ok_or(Why::Unknown)?;
        }
        for line in lines {
            let item = menu.item(&line.item).ok_or(Why::Unknown)?;
            let combo = change.combo.as_ref().or(line.combo.as_ref());
            self.details(item, combo, change.size.as_ref(), &change.modifiers, &change.components)?;
        }
        Ok(())
    }

    /// The order's lines that a target is of.
    fn targeted(&self, target: &Target) -> Result<Vec<&'a Line>, Why> {
        let order = self.evidence.utterance.order.ok_or(Why::Unknown)?;
        let of_id = |id: LineId| order.line(id).into_iter().collect();
        let found: Vec<&Line> = match target {
            Target::Line { line_id } => of_id(*line_id),
            Target::Referent { .. } => order.referent().map(of_id).unwrap_or_default(),
            Target::Item { item, .. } => order.lines().iter().filter(|line| line.item == *item).collect(),
            Target::All { .. } => order.lines().iter().collect(),
        };
        if found.is_empty() { Err(Why::Unknown) } else { Ok(found) }
    }

    fn target(&mut self, target: &Target) -> Result<(), Why> {
        let lines = self.targeted(target)?;
        match target {
            Target::Referent { .. } => Ok(()),
            Target::Item { item, ordinal } => {
                let is_so_many_th =
                    |role: &Role| matches!(role, Role::Word(Word::Ordinal(said)) if Some(*said) == *ordinal);
                if ordinal.is_some() {
                    self.shared(is_so_many_th)?;
                }
                self.item(item, None)
            }
            Target::Line { line_id } => {
                let utterance = &self.evidence.utterance;
                let asked = utterance.question.and_then(|question| question.line_id);
                let is_meant = asked == Some(*line_id)
                    || utterance.order.and_then(|order| order.referent()) == Some(*line_id);
                if is_meant { Ok(()) } else { self.item(&lines[0].item, None) }
            }
            Target::All { except, .. } => {
                self.shared(|role| matches!(role, Role::Word(Word::All | Word::Both)))?;
                except.iter().try_for_each(|target| self.target(target))
            }
        }
    }

    fn details(
        &mut self,
        item: &Item,
        combo: Option<&ComboId>,
        size: Option<&SizeId>,
        modifiers: &[ModifierPick],
        components: &[ComponentPick],
    ) -> Result<(), Why> {
        let menu = &self.evidence.utterance.book.menu;
        let combo = combo.map(|id| menu.combo(id).filter(|combo| combo.main == item.id).ok_or(Why::Unknown));
        let combo = combo.transpose()?;
        if let Some(size) = size {
            let has = combo.map_or(item.size(size).is_some(), |combo| combo.size(size).is_some());
            self.size(has, size)?;
        }
        modifiers.iter().try_for_each(|pick| self.modifier(item, pick))?;
        for part in components {
            let slot = combo.and_then(|combo| combo.slot(&part.slot)).ok_or(Why::Unknown)?;
            let item =
                menu.item(&part.item).filter(|item| item.category == slot.category).ok_or(Why::Unknown)?;
            self.item(&part.item, None)?;
            if let Some(size) = &part.size {
                self.size(item.size(size).is_some(), size)?;
            }
            part.modifiers.iter().try_for_each(|pick| self.modifier(item, pick))?;
        }
        Ok(())
    }

    fn size(&mut self, has: bool, size: &SizeId) -> Result<(), Why> {
        if !has {
            return Err(Why::Unknown);
        }
        self.shared(|role| matches!(role, Role::Size(sizes) if sizes.contains(size)))
    }

    fn modifier(&mut self, item: &Item, pick: &ModifierPick) -> Result<(), Why> {
        let menu = &self.evidence.utterance.book.menu;
        let known = item.modifier_groups.contains(&pick.group)
            && menu.group(&pick.group).is_some_and(|group| group.modifier(&pick.modifier).is_some());
        if !known {
            return Err(Why::Unknown);
        }
        self.shared(|role| {
            let Role::Modifier(modifiers) = role else { return false };
            modifiers.iter().any(|(group, at)| {
                let group = &menu.modifier_groups[*group];
                group.id == pick.group && group.modifiers[*at].id == pick.modifier
            })
        })?;
        match pick.amount {
            Amount::Regular => {}
            Amount::No => self.shared(denies)?,
            amount @ (Amount::Extra | Amount::Light | Amount::Side) => {
                self.shared(|role| matches!(role, Role::Amount(said) if *said == amount))?;
            }
        }
        if pick.quantity == 1 {
            return Ok(());
        }
        let times = |role: &Role| matches!(role, Role::Word(Word::Times(times)) if *times == pick.quantity);
        self.shared(times).or_else(|_| self.number(pick.quantity))
    }

    /// An item, or a combo round it, that a run of its own names.
    fn item(&mut self, item: &ItemId, combo: Option<&ComboId>) -> Result<(), Why> {
        let evidence = self.evidence;
        let menu = &evidence.utterance.book.menu;
        menu.item(item).ok_or(Why::Unknown)?;
        self.own(|edge| evidence.item_of(edge).is_some_and(|named| named.id == *item))?;
        let Some(combo) = combo else { return Ok(()) };
        let is_combo = |role: &Role| match role {
            Role::Word(Word::Combo) => true,
            Role::Entry { entries, .. } => {
                entries.iter().all(|entry| matches!(entry, Entry::Combo(at) if menu.combos[*at].id == *combo))
            }
            _ => false,
        };
        self.shared(is_combo)
    }

    /// So many: one without a word.
    fn number(&mut self, number: u32) -> Result<(), Why> {
        let said = self.own(|edge| matches!(edge.role, Role::Number(said) if said == number));
        if number == 1 { Ok(()) } else { said }
    }

    /// Takes the longest run of which no word is spent.
    fn own(&mut self, is: impl Fn(&Edge) -> bool) -> Result<(), Why> {
        let edges = self.evidence.edges.iter();
        let free = edges.filter(|edge| is(edge) && !self.spent[edge.start..edge.end].contains(&true));
        let edge = free.max_by_key(|edge| (edge.end - edge.start, edge.score)).ok_or(Why::NotSaid)?;
        self.spent[edge.start..edge.end].fill(true);
        self.covered[edge.start..edge.end].fill(true);
        Ok(())
    }

    /// What words may say of several lines at once.
    fn shared(&mut self, is: impl Fn(&Role) -> bool) -> Result<(), Why> {
        if self.cover(is) { Ok(()) } else { Err(Why::NotSaid) }
    }

    fn cover(&mut self, is: impl Fn(&Role) -> bool) -> bool {
        let mut any = false;
        for edge in self.evidence.edges.iter().filter(|edge| is(&edge.role)) {
            self.covered[edge.start..edge.end].fill(true);
            any = true;
        }
        any
    }
}

fn cue_of(act: &Act) -> Option<Cue> {
    match act {
        Act::Done => Some(Cue::Done),
        Act::NeedsTime => Some(Cue::NeedsTime),
        Act::Yes => Some(Cue::Yes),
        Act::No => Some(Cue::No),
        Act::NeverMind => Some(Cue::NeverMind),
        Act::NotRight => Some(Cue::NotRight),
        Act::Repeat => Some(Cue::Repeat),
        Act::Human => Some(Cue::Human),
        Act::SmallTalk => Some(Cue::SmallTalk),
        Act::BackChannel => Some(Cue::BackChannel),
        Act::Unclear => Some(Cue::Unclear),
        Act::Order { .. } | Act::MenuQuestion { .. } => None,
    }
}

fn is_question(act: &Act) -> bool {
    matches!(act, Act::MenuQuestion { .. })
}

/// Whether an act takes something off, or leaves something out.
fn takes_away(act: &Act) -> bool {
    let none = |picks: &[ModifierPick]| picks.iter().any(|pick| pick.amount == Amount::No);
    let Act::Order { ops, .. } = act else { return matches!(act, Act::No | Act::NeverMind | Act::NotRight) };
    ops.iter().any(|op| match op {
        Op::Add(line) => none(&line.modifiers) || line.components.iter().any(|part| none(&part.modifiers)),
        Op::Modify(_) | Op::Remove { .. } | Op::Replace { .. } => true,
        Op::Clear => false,
    })
}

fn denies(role: &Role) -> bool {
    matches!(role, Role::Amount(Amount::No) | Role::Word(Word::Negation | Word::Except)) || removes(role)
}

fn removes(role: &Role) -> bool {
    matches!(role, Role::Word(Word::Remove | Word::Clear)) || replaces(role)
}

fn replaces(role: &Role) -> bool {
    matches!(
        role,
        Role::Word(Word::Swap | Word::Instead | Word::InsteadOf | Word::Correction | Word::WeakCorrection)
    )
}

fn asks(role: &Role) -> bool {
    matches!(role, Role::Word(Word::Topic(_) | Word::Asks | Word::Which))
}

/// The words of a text that name, count, size or deny something, in their order: what another text must have too if it is to
/// say the same.
pub(crate) fn telling(text: &str, index: &Index) -> Vec<String> {
    let tokens = tokens::tokenize(index.language(), text);
    let lattice = Lattice::of(index, &tokens);
    let tells = |edge: &Edge| {
        let is_said_to_us = matches!(edge.role, Role::Word(Word::Cue(_) | Word::Topic(_)));
        edge.sure >= 1.0 && is_telling(&edge.role) && !is_said_to_us
    };
    let mut told = vec![false; tokens.len()];
    for edge in lattice.edges.iter().filter(|edge| tells(edge)) {
        told[edge.start..edge.end].fill(true);
    }
    tokens.into_iter().zip(told).filter(|(_, told)| *told).map(|(token, _)| token.fold).collect()
}

/// Whether a word with this meaning says something by itself.
fn is_telling(role: &Role) -> bool {
    match role {
        Role::Entry { .. }
        | Role::Modifier(_)
        | Role::Size(_)
        | Role::Category(_)
        | Role::Group(_)
        | Role::Amount(_)
        | Role::Number(_)
        | Role::NoSuchNumber => true,
        Role::Again | Role::Unknown => false,
        Role::Word(word) => {
            matches!(
                word,
                Word::Combo | Word::Times(_) | Word::Topic(_) | Word::Cue(_) | Word::All | Word::Both
            ) || denies(&Role::Word(*word))
        }
    }
}
