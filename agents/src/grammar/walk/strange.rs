//! Words of no language and no menu.

use super::super::draft::Details;
use super::super::language::{TopicWord, Word};
use super::super::lattice::Role;
use super::super::search::Bind;
use super::{Join, Mode, Run, Walker};

impl Walker<'_> {
    /// A run of words of no language and no menu: something to order, if it stands where something is ordered.
    pub(super) fn unknown(&mut self, at: usize) -> usize {
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
        let wanted = !of_modifier && self.is_wanted(at);
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
            near.clone_from(entries);
            end = edge.end;
            next += 1;
            self.held = Details::default();
        }
        let text = self.text(start, end);
        self.said.strange.push((text, near));
        self.settle();
        next
    }

    /// Whether what only sounds like a modifier, or is the beginning of strange words, has an article of its own as
    /// the next item of a list has: "a latte, a hot dog".
    pub(super) fn is_misheard_item(&self, at: usize) -> bool {
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

    /// Such words, to the end of what is said of them.
    pub(super) fn misheard_item(&mut self, at: usize) -> usize {
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
                Role::Word(Word::Filler | Word::Unit | Word::Of | Word::Some | Word::Just | Word::Common)
            )
        });
        match before.next().map(|run| &run.edge.role) {
            Some(Role::Word(Word::Want | Word::Add | Word::Remove)) => true,
            Some(Role::Word(Word::And | Word::Or)) => before.next().is_some_and(|run| {
                matches!(run.edge.role, Role::Entry { .. } | Role::Modifier(_) | Role::Size(_))
            }),
            _ => {
                self.article
                    || self.number.is_some()
                    || self.amount.is_some()
                    || self.join == Join::With && self.wants()
            }
        }
    }

    /// "do you have lobster": what is asked about stands behind the words that ask.
    fn asks_for_it(&self, at: usize) -> bool {
        let mut before = self.runs[..at].iter().rev().filter(|run| {
            !matches!(run.edge.role, Role::Word(Word::Filler | Word::Article | Word::Some | Word::Definite))
        });
        let behind = before.next().is_some_and(|run| matches!(run.edge.role, Role::Word(Word::Topic(_))));
        let joined = matches!(self.join, Join::And | Join::Or) && !self.said.strange.is_empty();
        let names = self.said.questions.last().is_some_and(|asked| {
            !matches!(asked.topic, TopicWord::Recommendation | TopicWord::Combo | TopicWord::Order)
        });
        (behind || joined) && names
    }
}
