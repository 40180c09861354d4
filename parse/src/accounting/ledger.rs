//! What became of one run of words, by what is done, asked and told.

use fsm::dialogue::ActKind;
use fsm::ids::ItemId;
use fsm::menu::Menu;
use fsm::order::{Amount, ModifierPick, Reason, Unresolved};

use crate::accounting::Fate;
use crate::accounting::done::Done;
use crate::index::{Entry, ModifierAt};
use crate::language::{Cue, Edit, Word};
use crate::reading::asides;
use crate::reading::lattice::{Called, Edge, Role};
use crate::reading::said::Said;
use crate::resolve::Context;
use crate::tokens::Token;

/// The words beside what is done.
pub(super) struct Ledger<'a> {
    pub(super) cx: Context<'a>,
    pub(super) tokens: &'a [Token],
    pub(super) runs: &'a [&'a Edge],
    pub(super) said: &'a Said,
    pub(super) done: Done<'a>,
}

impl Ledger<'_> {
    pub(super) fn fate(&self, at: usize, unresolved: &[Unresolved]) -> Fate {
        let (role, start) = (&self.runs[at].role, self.runs[at].start);
        if self.said.described.iter().any(|(from, to)| (*from..*to).contains(&start)) {
            return Fate::Grammar;
        }
        let in_acts = match role {
            Role::Entry { entries, by, .. } => {
                let names = self.names(entries) || self.stands_for_kind(at);
                names || self.picks(by) || self.is_chosen(at) || self.has_kinds(at)
            }
            Role::Modifier(modifiers) => self.picks(modifiers),
            Role::Size(sizes) => sizes.iter().any(|size| self.done.sizes.contains(&size)),
            Role::Group(_) => {
                !self.is_denied(at) || self.done.modifiers.iter().any(|pick| pick.amount == Amount::No)
            }
            Role::Term(_) | Role::Unknown => false,
            Role::Amount(amount @ (Amount::Light | Amount::Extra)) => {
                let goes_on = self.runs.get(at + 1).is_some_and(|next| {
                    let names = !matches!(next.role, Role::Word(_) | Role::Number(_) | Role::Size(_));
                    names && !self.tokens[next.start].pause
                });
                goes_on || self.done.modifiers.iter().any(|pick| pick.amount == *amount || pick.quantity > 1)
            }
            Role::Category(_)
            | Role::Amount(_)
            | Role::Number(_)
            | Role::NoSuchNumber
            | Role::Word(_)
            | Role::Again => {
                return Fate::Grammar;
            }
        };
        let is_told = |part: &Unresolved| part.reason == Reason::NotAllowed && self.is_in(at, &part.text);
        if self.said.halved && self.is_half(at) && !unresolved.iter().any(is_told) {
            return Fate::Grammar;
        }
        if matches!(role, Role::Size(_)) && unresolved.iter().any(is_told) {
            return Fate::Told;
        }
        if in_acts {
            return Fate::Act;
        }
        if let Some(part) = unresolved.iter().find(|part| self.is_in(at, &part.text)) {
            return if part.reason == Reason::NotAllowed { Fate::Told } else { Fate::Asked };
        }
        let of_question = self.said.asks || self.cx.question.is_some();
        let is_item = matches!(role, Role::Entry { .. });
        let stays = || is_item && (self.is_denied(at) || self.is_beside(at)) || self.is_taken_back(at);
        if of_question || self.done.all || stays() {
            return Fate::TakenBack;
        }
        let is_idle = match role {
            Role::Unknown => !self.describes(at),
            Role::Size(_) => !self.is_joined(at),
            Role::Entry { called: Called::Beginning, .. } => !self.is_asked_for(at),
            _ => false,
        };
        if is_idle { Fate::Noise } else { Fate::Left }
    }

    /// Whether an item is added that is none of those that are named. Where none is named, what it has says which it is,
    /// or the order and the question do.
    pub(super) fn adds_unsaid(&self) -> bool {
        let named: Vec<usize> = self
            .runs
            .iter()
            .filter_map(|run| if let Role::Entry { entries, .. } = &run.role { Some(entries) } else { None })
            .flat_map(|entries| entries.iter().map(|entry| self.cx.index.main(*entry)))
            .collect();
        let is_named = |id: &ItemId| named.iter().any(|at| *item(self.cx.menu, *at) == *id);
        // "a short stack and a coffee", where only pancakes come as a short stack
        let sizes = self.runs.iter().filter(|run| run.end - run.start > 1);
        let sizes =
            sizes.filter_map(|run| if let Role::Size(sizes) = &run.role { Some(sizes) } else { None });
        let sizes: Vec<_> = sizes.flat_map(|sizes| sizes.iter()).collect();
        let comes_so = |id: &ItemId| {
            self.cx.menu.item(id).is_some_and(|item| sizes.iter().any(|size| item.size(size).is_some()))
        };
        let is_named = |id: &ItemId| is_named(id) || comes_so(id);
        let told = !named.is_empty() && !self.said.renamed;
        told && self.cx.order.is_none() && !self.done.added.iter().all(|id| is_named(id))
    }

    fn names(&self, entries: &[Entry]) -> bool {
        entries.iter().any(|entry| {
            let item: &ItemId = item(self.cx.menu, self.cx.index.main(*entry));
            self.done.items.contains(&item)
        })
    }

    /// "three croissants, two almond, one chocolate": whether what is ordered are kinds of what a run names.
    fn has_kinds(&self, at: usize) -> bool {
        let mut items = self.runs[at + 1..].iter().map(|run| &run.role);
        items.find(|role| matches!(role, Role::Entry { .. })).is_some_and(Role::is_counted_kind)
    }

    /// "the tomato off the burger", where what is changed is a bacon burger.
    fn stands_for_kind(&self, at: usize) -> bool {
        let words = self.tokens[self.runs[at].start..self.runs[at].end].iter();
        let words: Vec<&str> = words.map(|token| token.fold.as_str()).collect();
        let mut items = self.done.items.iter().filter_map(|id| self.cx.position(id));
        let pointed_at = self.cx.order.is_some() || self.is_placed_on(at);
        pointed_at && items.any(|item| self.cx.index.is_named_with(Entry::Item(item), &words))
    }

    /// "on the burger", "on a croissant".
    fn is_placed_on(&self, at: usize) -> bool {
        let word = |back: usize| at.checked_sub(back).map(|before| &self.runs[before].role);
        let (before, first) = (word(1), word(2));
        matches!(before, Some(Role::Word(Word::Definite | Word::Article)))
            && matches!(first, Some(Role::Word(Word::On)))
    }

    /// Whether the words of an item also name a choice that was made: the grilled cheese of a kids meal.
    fn is_chosen(&self, at: usize) -> bool {
        let phrase = self.cx.index.called_by(&self.tokens[self.runs[at].start..self.runs[at].end]);
        phrase.is_some_and(|phrase| self.picks(&phrase.modifiers) || self.picks(&phrase.partial_modifiers))
    }

    fn picks(&self, modifiers: &[ModifierAt]) -> bool {
        let picked = self.done.modifiers.iter();
        let picked: Vec<(&ModifierPick, ModifierAt)> = picked
            .filter_map(|pick| Some((*pick, self.cx.modifier_at(&pick.group, &pick.modifier)?)))
            .collect();
        modifiers.iter().any(|said| {
            // "no onions" of what comes with grilled onions
            let is_it = |(pick, own): &(&ModifierPick, ModifierAt)| {
                own == said || pick.amount == Amount::No && self.cx.index.is_kind_of(*own, *said)
            };
            picked.iter().any(is_it)
        })
    }

    /// Whether what is asked for begins at a run; one word of a longer name that stands by the way is no name.
    fn is_asked_for(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| self.runs[before]);
        before.is_none_or(|before| {
            matches!(
                before.role,
                Role::Number(_)
                    | Role::Size(_)
                    | Role::Modifier(_)
                    | Role::Word(
                        Word::Article | Word::Definite | Word::Want | Word::Add | Word::With | Word::And
                    )
            )
        })
    }

    /// Whether a size stands beside something that it could be the size of, or is asked for: not "picking up dinner".
    fn is_joined(&self, at: usize) -> bool {
        let names = |run: &&Edge| {
            matches!(run.role, Role::Entry { .. } | Role::Modifier(_) | Role::Category(_) | Role::Term(_))
        };
        let asks = |run: &&Edge| {
            matches!(
                run.role,
                Role::Number(_)
                    | Role::Amount(_)
                    | Role::Word(Word::Article | Word::Definite | Word::Want | Word::Correction)
            )
        };
        let before = at.checked_sub(1).map(|before| self.runs[before]);
        let after = self.runs.get(at + 1).copied();
        before.is_none()
            || before.as_ref().is_some_and(|run| names(run) || asks(run))
            || after.as_ref().is_some_and(names)
    }

    /// Whether an unknown word stands right before something of the menu, and so says of what kind it should be:
    /// "boneless wings".
    fn describes(&self, at: usize) -> bool {
        let next = self.runs.get(at + 1).filter(|next| !self.tokens[next.start].pause);
        let named = next.is_some_and(|next| {
            matches!(next.role, Role::Entry { .. } | Role::Modifier(_) | Role::Size(_) | Role::Term(_))
        });
        let begins = at.checked_sub(1).is_none_or(|before| {
            let before = self.runs[before];
            matches!(
                before.role,
                Role::Number(_)
                    | Role::Size(_)
                    | Role::Amount(_)
                    | Role::Word(
                        Word::Article
                            | Word::Definite
                            | Word::Want
                            | Word::And
                            | Word::With
                            | Word::Negation
                            | Word::Of
                    )
            ) || self.tokens[self.runs[at].start].pause
        });
        // "on whole grain"
        let ends = at.checked_sub(1).is_some_and(|before| matches!(self.runs[before].role, Role::Size(_)))
            && !self.tokens[self.runs[at].start].pause;
        named && begins || ends
    }

    /// Whether the words of a run stand in a text that is asked or told about.
    fn is_in(&self, at: usize, text: &str) -> bool {
        let run = self.runs[at];
        let mut words = self.tokens[run.start..run.end].iter();
        words.any(|token| text.split(' ').any(|word| word == token.word))
    }

    /// Whether "no" stands before a run.
    fn is_denied(&self, at: usize) -> bool {
        let small =
            |run: &&&Edge| matches!(run.role, Role::Word(Word::Article | Word::Definite | Word::Filler));
        let before = self.runs[..at].iter().rev().find(|run| !small(run));
        before.is_some_and(|run| run.role == Role::Word(Word::Negation))
    }

    /// "half" of two halves.
    fn is_half(&self, at: usize) -> bool {
        let first = &self.tokens[self.runs[at].start];
        self.cx.index.language().roles_by(first.id).contains(&Word::Edit(Edit::Half))
    }

    /// Whether an item is only what goes with what is ordered: "a coke with the burger", of a burger on the order.
    fn is_beside(&self, at: usize) -> bool {
        let Role::Entry { entries, .. } = &self.runs[at].role else { return false };
        let before = |back: usize| at.checked_sub(back).map(|before| &self.runs[before].role);
        let points = before(1) == Some(&Role::Word(Word::Definite));
        let items = || entries.iter().map(|entry| item(self.cx.menu, self.cx.index.main(*entry)));
        let words = at.checked_sub(1).map_or(&[][..], |the| &self.tokens[..self.runs[the].start]);
        let with = before(2) == Some(&Role::Word(Word::With))
            || asides::ends_in_having(self.cx.index.language(), words);
        let order = self.cx.order.filter(|_| points && with);
        order.is_some_and(|order| items().any(|item| order.holds(item)))
    }

    /// "make my bacon extra crispy": an item that is named for what cannot be done with it.
    pub(super) fn is_only_pointed_at(&self, at: usize, fates: &[Fate]) -> bool {
        let is_item = |run: &Edge| matches!(run.role, Role::Entry { .. });
        let known = at.checked_sub(1).is_some_and(|before| {
            matches!(self.runs[before].role, Role::Word(Word::Definite | Word::Make | Word::On))
        });
        let mut behind = (at + 1..self.runs.len()).take_while(|behind| !is_item(self.runs[*behind]));
        let mut before = (0..at).rev().take_while(|before| !is_item(self.runs[*before]));
        let untold = |at: usize| matches!(fates[at], Fate::Told | Fate::Asked);
        is_item(self.runs[at]) && known && (behind.any(untold) || before.any(untold))
    }

    /// Whether something corrects a run later, or it is named to say that it stays or that it is not meant.
    fn is_taken_back(&self, at: usize) -> bool {
        let corrects = |run: &&Edge| {
            matches!(
                run.role,
                Role::Word(
                    Word::Correction
                        | Word::WeakCorrection
                        | Word::Just
                        | Word::Make
                        | Word::Swap
                        | Word::Instead
                        | Word::Clear
                        | Word::Cue(Cue::Act(ActKind::No | ActKind::NeverMind))
                ) | Role::Number(0)
            )
        };
        let stays = |run: &&Edge| matches!(run.role, Role::Word(Word::Keep | Word::Remove | Word::InsteadOf));
        self.runs[at + 1..].iter().any(corrects) || self.runs[..at].iter().any(stays)
    }

    /// The words of a run, with what denies or measures them.
    pub(super) fn words(&self, at: usize) -> String {
        let run = self.runs[at];
        let before = at.checked_sub(1).map(|before| self.runs[before]);
        let of_it = |before: &&Edge| {
            matches!(before.role, Role::Word(Word::Negation | Word::Times(_)) | Role::Amount(_))
        };
        let start = before.filter(of_it).map_or(run.start, |before| before.end - 1);
        let words: Vec<&str> = self.tokens[start..run.end].iter().map(|token| token.word.as_str()).collect();
        words.join(" ")
    }
}

fn item(menu: &Menu, at: usize) -> &ItemId {
    &menu.items[at].id
}
