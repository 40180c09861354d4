//! Words of no language and no menu.

use fsm::menu::Topic;

use crate::language::Word;
use crate::reading::lattice::{Called, Role};
use crate::reading::said::Details;
use crate::reading::search::Bind;
use crate::reading::walk::{Focus, Join, Mode, Run, Walker};

impl Walker<'_> {
    /// A run of words of no language and no menu: something to order, if it stands where something is ordered.
    pub(crate) fn unknown(&mut self, at: usize) -> usize {
        let count = self.runs[at..]
            .iter()
            .enumerate()
            .take_while(|(index, run)| {
                run.edge.role == Role::Unknown && (*index == 0 || !self.tokens[run.edge.start].pause)
            })
            .count();
        let (start, end) = (self.runs[at].edge.start, self.runs[at + count - 1].edge.end);
        let of_modifier = self.runs.get(at + count).is_some_and(|run| {
            matches!(run.edge.role, Role::Modifier(_)) && !self.tokens[run.edge.start].pause
        });
        let wanted = !of_modifier && (self.is_wanted(at) || self.is_listed(at, count));
        if !wanted {
            self.said.noise += count;
            return at + count;
        }
        let mut end = end;
        let mut next = at + count;
        let mut near = Vec::new();
        if let Some(Run { edge, .. }) = self.runs.get(next)
            && let Role::Entry { entries, .. } = &edge.role
            && !self.tokens[edge.start].pause
        {
            near.extend_from_slice(entries);
            end = edge.end;
            next += 1;
            self.held = Details::default();
        }
        let text = self.text(start, end);
        self.said.strange.push((text, near));
        self.settle();
        next
    }

    /// "a lobster roll", "an energy drink", "a pumpkin spice frappuccino": the name of something that is not on the menu,
    /// though some of its words are. Returns the run after it.
    pub(crate) fn strange_name(&mut self, at: usize) -> Option<usize> {
        let begins = (self.article || self.number.is_some() || self.is_behind_want(at))
            && self.mode == Mode::Add
            && self.amount.is_none()
            && self.held.picks.is_empty()
            && self.join != Join::With
            && !self.on;
        if !begins {
            return None;
        }
        let of_name = |(place, run): &(usize, &Run<'_>)| {
            let joined = *place == 0 || !self.tokens[run.edge.start].pause;
            joined
                && match &run.edge.role {
                    Role::Unknown | Role::Modifier(_) | Role::Category(_) => true,
                    Role::Entry { called, .. } => called.is_part() || *called == Called::Kind,
                    _ => false,
                }
        };
        let count = self.runs[at..].iter().enumerate().take_while(of_name).count();
        let strange = self.runs[at..at + count].iter().filter(|run| run.edge.role == Role::Unknown).count();
        let next = self.runs.get(at + count);
        let of_item = next.is_some_and(|next| {
            matches!(next.edge.role, Role::Entry { .. } | Role::Word(Word::Unit))
                && !self.tokens[next.edge.start].pause
        });
        let named = self.runs[at..at + count].last();
        let of_part =
            named.is_some_and(|run| matches!(run.edge.role, Role::Entry { called: Called::Part, .. }));
        if strange == 0 || of_item || of_part || strange == count {
            return None;
        }
        let text = self.text(self.runs[at].edge.start, self.runs[at + count - 1].edge.end);
        self.said.strange.push((text, Vec::new()));
        self.settle();
        self.focus = Focus::Nothing;
        Some(at + count)
    }

    /// Whether something is asked for right before a run.
    fn is_behind_want(&self, at: usize) -> bool {
        let mut before = self.runs[..at].iter().rev().map(|run| &run.edge.role);
        let between = |role: &&Role| {
            matches!(
                role,
                Role::Word(Word::Filler | Word::Unit | Word::Of | Word::Some | Word::Just | Word::Definite)
            )
        };
        matches!(before.find(|role| !between(role)), Some(Role::Word(Word::Want | Word::Add)))
    }

    /// Whether strange words stand in a list as items do: "a burger, tater tots, and a coke".
    fn is_listed(&self, at: usize, count: usize) -> bool {
        let ends =
            |run: &Run<'_>| self.tokens[run.edge.start].pause || run.edge.role == Role::Word(Word::And);
        let more = self.runs[at + count..].iter().any(|run| matches!(run.edge.role, Role::Entry { .. }));
        let listed = self.tokens[self.runs[at].edge.start].pause && self.last_draft().is_some();
        listed && more && self.runs.get(at + count).is_some_and(ends)
    }

    /// Whether what only sounds like a modifier, or is the beginning of strange words, has an article of its own as
    /// the next item of a list has: "a latte, a hot dog".
    pub(crate) fn is_misheard_item(&self, at: usize) -> bool {
        let run = &self.runs[at];
        let listed = self.article
            && self.mode == Mode::Add
            && self.last_draft().is_some()
            && matches!(self.join, Join::Pause | Join::And);
        let next = self.runs.get(at + 1).filter(|next| !self.tokens[next.edge.start].pause);
        let unit = matches!(next.map(|next| &next.edge.role), Some(Role::Word(Word::Unit)));
        let strange = matches!(next.map(|next| &next.edge.role), Some(Role::Unknown));
        let ends = next.is_none_or(|next| next.edge.role == Role::Word(Word::And));
        listed
            && self.amount.is_none()
            && (run.bind != Bind::After || ends)
            && !unit
            && (run.edge.sure < 1.0 || strange)
    }

    /// Takes such words, and what is said of them.
    pub(crate) fn misheard_item(&mut self, at: usize) -> usize {
        let of_it = |run: &&Run<'_>| {
            matches!(run.edge.role, Role::Unknown | Role::Modifier(_)) && !self.tokens[run.edge.start].pause
        };
        let next = at + 1 + self.runs[at + 1..].iter().take_while(of_it).count();
        let text = self.text(self.runs[at].edge.start, self.runs[next - 1].edge.end);
        self.said.strange.push((text, Vec::new()));
        self.settle();
        next
    }

    /// Whether something to order stands at a run.
    fn is_wanted(&self, at: usize) -> bool {
        if self.mode == Mode::Ask {
            return self.asks_for_it(at);
        }
        let mut before = self.runs[..at].iter().rev().filter(|run| {
            !matches!(
                run.edge.role,
                Role::Word(
                    Word::Filler
                        | Word::Unit
                        | Word::Of
                        | Word::Some
                        | Word::Just
                        | Word::Common
                        | Word::Definite
                )
            )
        });
        match before.next().map(|run| &run.edge.role) {
            Some(Role::Word(Word::Want | Word::Add | Word::Remove)) => true,
            // "and my wife wants ..."
            _ if self.definite => false,
            Some(Role::Word(Word::And | Word::Or)) => before.next().is_some_and(|run| {
                matches!(run.edge.role, Role::Entry { .. } | Role::Modifier(_) | Role::Size(_))
            }),
            _ => {
                self.article && !self.on
                    || self.number.is_some()
                    || self.amount.is_some()
                    || self.join == Join::With && self.wants()
            }
        }
    }

    /// "do you have lobster": what is asked about comes after the words that ask.
    fn asks_for_it(&self, at: usize) -> bool {
        let mut before = self.runs[..at].iter().rev().filter(|run| {
            !matches!(run.edge.role, Role::Word(Word::Filler | Word::Article | Word::Some | Word::Definite))
        });
        let behind = before.next().is_some_and(|run| matches!(run.edge.role, Role::Word(Word::Topic(_))));
        let joined = matches!(self.join, Join::And | Join::Or) && !self.said.strange.is_empty();
        let names =
            self.said.questions.last().is_some_and(|asked| {
                !matches!(asked.topic, Topic::Recommendation | Topic::Combo | Topic::Order)
            });
        (behind || joined) && names
    }
}
