//! Questions about the menu: what they ask, and of which items.

use fsm::menu::Topic;

use crate::index::Entry;
use crate::language::Word;
use crate::reading::lattice::Role;
use crate::reading::said::{Asked, Statement};
use crate::reading::walk::{Mode, Run, Walker};

/// Of more items a group says little.
const ITEMS_OF_GROUP_MAX: usize = 3;

impl Walker<'_> {
    pub(crate) fn ask(&mut self, topic: Topic) {
        match self.said.questions.last_mut() {
            Some(asked) if self.asks || asked.topic == topic => asked.topic = topic,
            // "does it contain nuts"
            Some(asked) if is_more(topic, asked) => asked.topic = topic,
            _ => self.said.questions.push(Asked::about(topic)),
        }
        self.asks = false;
        self.mode = Mode::Ask;
    }

    /// "does the wrap come with fries", "does it come with fries": what comes with it is not what is asked about.
    pub(crate) fn close_question(&mut self, at: usize, topic: Topic) {
        let edge = self.runs[at].edge;
        let language = self.index.language();
        let points = self.tokens[edge.start..edge.end]
            .iter()
            .any(|token| language.roles_by(token.id).contains(&Word::Points));
        if let Some(asked) = self.said.questions.last_mut().filter(|_| topic == Topic::Combo) {
            asked.closed = points || !asked.entries.is_empty();
        }
    }

    /// "is that a medium", "is the coke a large": how it was ordered.
    pub(crate) fn ask_how_it_was_ordered(&mut self) {
        let on_order = |entries: &[Entry]| entries.is_empty() || self.on_order(entries);
        let has_order = self.order.is_some_and(|order| !order.lines().is_empty());
        let is_checked = self.asks && self.said.asks_of_size && has_order;
        let checks = self.said.questions.last().is_some_and(|asked| is_checked && on_order(&asked.entries));
        if let Some(asked) = self.said.questions.last_mut().filter(|_| checks) {
            (asked.topic, asked.closed) = (Topic::Order, true);
            self.asks = false;
        }
    }

    /// "what sauces do you have", "what teas do you have": of that group or category, all of it.
    pub(crate) fn ask_which_there_are(&mut self) {
        let asks_which = self
            .tokens
            .iter()
            .any(|token| self.index.language().roles_of(&token.word).contains(&Word::Which));
        let last = self.said.questions.last();
        if !asks_which || last.is_none_or(|asked| asked.topic != Topic::Availability) {
            return;
        }
        let by_name = |asked: &Asked| matches!(asked.topic, Topic::Availability | Topic::Contents);
        let named = self.group_named().filter(|_| self.said.questions.iter().all(by_name));
        let is_empty = self.said.questions.iter().all(|asked| asked.entries.is_empty());
        match named {
            _ if self.category_named().is_some() => self.said.questions.truncate(1),
            Some((group, exact)) if exact || is_empty => {
                let groups = vec![group];
                self.said.questions = vec![Asked { groups, ..Asked::about(Topic::Availability) }];
                return;
            }
            _ => return,
        }
        if let Some(asked) = self.said.questions.first_mut().filter(|asked| asked.topic == Topic::Contents) {
            *asked = Asked::about(Topic::Availability);
        }
    }

    /// The group that the words name by the longest name, and whether it is the group's own.
    fn group_named(&self) -> Option<(usize, bool)> {
        let mut best: Option<(usize, bool, usize)> = None;
        for start in 0..self.tokens.len() {
            let mut node = 0;
            for (length, token) in self.tokens[start..].iter().enumerate() {
                let Some(next) = self.index.word(&token.fold).and_then(|word| self.index.step(node, word))
                else {
                    break;
                };
                node = next;
                let Some(phrase) = self.index.end(node).map(|end| self.index.phrase(end)) else { continue };
                let named = phrase.group.map(|group| (group, true));
                let named = named.or(phrase.partial_group.map(|group| (group, false)));
                let longer = |best: &(usize, bool, usize)| (best.1, best.2);
                if let Some((group, exact)) = named
                    && best.as_ref().map(longer).is_none_or(|best| best < (exact, length))
                {
                    best = Some((group, exact, length));
                }
            }
        }
        best.map(|(group, exact, _)| (group, exact))
    }

    /// "is there cheese in the burger" asks what is in the burger, not whether there is any.
    pub(crate) fn ask_about(&mut self, entries: Vec<Entry>) {
        let Some(asked) = self.said.questions.last_mut().filter(|asked| !asked.closed) else { return };
        if self.on && asked.topic == Topic::Availability {
            asked.topic = Topic::Contents;
            asked.entries.clear();
        }
        // "what comes with your combos" is about none of them.
        if asked.topic == Topic::Combo && entries.len() > 1 {
            return;
        }
        asked.entries.extend(entries);
    }

    /// "do you have lengua": the items whose name has it.
    pub(crate) fn ask_about_those_named_by(&mut self, run: Run<'_>) {
        let words = &self.tokens[run.edge.start..run.edge.end];
        let Some(phrase) = self.index.called_by(words) else { return };
        let named = &phrase.partial;
        if let Some(asked) = self.said.questions.last_mut()
            && asked.topic == Topic::Availability
            && asked.entries.is_empty()
            && named.len() <= ITEMS_OF_GROUP_MAX
        {
            asked.entries.extend(named.iter());
        }
    }

    /// "does the hamburger have nuts": the item came before the words that ask.
    pub(crate) fn ask_about_what_came_before(&mut self) {
        let Some(asked) = self.said.questions.first_mut() else { return };
        if !asked.entries.is_empty() || asked.topic == Topic::Order {
            return;
        }
        for statement in &mut self.said.statements {
            if let Statement::Add(draft) = statement
                && !draft.asked_for
            {
                asked.entries.append(&mut draft.entries);
                *statement = Statement::Nothing;
            }
        }
    }

    /// "what sizes of chai do you have", "do you have anything gluten free": what there is, is not another question.
    pub(crate) fn end_question(&mut self) {
        let of_nothing = |asked: &Asked| asked.topic == Topic::Availability && asked.entries.is_empty();
        let others = self.said.questions.iter().any(|asked| !of_nothing(asked));
        if others && self.said.strange.is_empty() {
            self.said.questions.retain(|asked| !of_nothing(asked));
        }
    }

    /// Whether a category or a group is asked for right after "what", and nothing else is asked.
    pub(crate) fn asks_which(&self, at: usize) -> bool {
        let start = self.runs[at].edge.start;
        let before =
            start.checked_sub(1).map(|before| self.index.language().roles_of(&self.tokens[before].word));
        self.said.questions.is_empty() && before.is_some_and(|roles| roles.contains(&Word::Which))
    }

    /// Whether words that begin a question neither point at something nor are followed by what they ask about.
    pub(crate) fn asks_of_nothing(&self, at: usize) -> bool {
        let last = self.tokens[self.runs[at].edge.end - 1].id;
        let points =
            |role: &Word| matches!(role, Word::Definite | Word::Article | Word::Points | Word::Pronoun);
        let next = self.runs.get(at + 1).map(|run| &run.edge.role);
        // "what's the difference between ..."
        let points_on = matches!(next, Some(Role::Word(Word::Definite | Word::Article)));
        let asks = points_on || self.names_next(at);
        !asks && !self.index.language().roles_by(last).iter().any(points)
    }

    /// "what syrups do you have": whether what is named behind "what" is a kind of which all is asked for.
    pub(crate) fn asks_which_of_a_kind(&self, at: usize) -> bool {
        let edge = self.runs[at].edge;
        let is_kind = self
            .index
            .called_by(&self.tokens[edge.start..edge.end])
            .is_some_and(|phrase| phrase.group.is_some() || phrase.category.is_some());
        let asks = |run: &Run<'_>| run.edge.role == Role::Word(Word::Topic(Topic::Availability));
        is_kind && self.asks_which(at) && self.runs[at + 1..].iter().any(asks)
    }

    /// "which soup is vegetarian": an item right behind a word that asks for one of several.
    pub(crate) fn asks_which_one(&self, at: usize) -> bool {
        let behind = matches!(
            self.runs.get(at + 1).map(|next| &next.edge.role),
            Some(Role::Word(Word::Filler | Word::Should | Word::With | Word::Topic(_)))
        );
        let small = |role: &Role| {
            matches!(
                role,
                Role::Number(1) | Role::Again | Role::Word(Word::Of | Word::Definite | Word::Filler)
            )
        };
        let first = self.runs[..at].iter().rposition(|run| !small(&run.edge.role)).map_or(0, |last| last + 1);
        behind && first <= 1 && (first..=at).any(|from| self.asks_which(from))
    }

    /// "what flavors do you have": of the items that have them.
    fn ask_about_a_group(&mut self) {
        let named = self.tokens.iter().find_map(|token| {
            let phrase = self.index.end(self.index.step(0, self.index.word(&token.fold)?)?)?;
            let phrase = self.index.phrase(phrase);
            phrase.group.or(phrase.partial_group)
        });
        let (Some(group), Some(asked)) = (named, self.said.questions.first_mut()) else { return };
        let having = (0..self.menu.items.len()).filter(|item| self.index.groups(*item).contains(&group));
        let having: Vec<Entry> = having.map(Entry::Item).collect();
        if having.len() <= ITEMS_OF_GROUP_MAX {
            asked.entries = having;
        }
    }

    /// "what drinks do you have": of that category, all of it.
    pub(crate) fn ask_about_a_category(&mut self) {
        let is_open = |asked: &Asked| {
            asked.topic == Topic::Availability && asked.entries.is_empty() && asked.groups.is_empty()
        };
        if !self.said.questions.first().is_some_and(is_open) {
            return;
        }
        let Some(category) = self.category_named() else { return self.ask_about_a_group() };
        let Some(asked) = self.said.questions.first_mut() else { return };
        let id = &self.menu.categories[category].id;
        let items = self.menu.items.iter().enumerate().filter(|(_, item)| item.category == *id);
        asked.entries.extend(items.map(|(at, _)| Entry::Item(at)));
    }

    /// The category that one of the words names.
    fn category_named(&self) -> Option<usize> {
        self.tokens.iter().find_map(|token| {
            let phrase = self.index.end(self.index.step(0, self.index.word(&token.fold)?)?)?;
            self.index.phrase(phrase).category
        })
    }
}

/// Whether this topic is more specific than what was asked so far.
fn is_more(topic: Topic, asked: &Asked) -> bool {
    topic == Topic::Allergens && asked.topic == Topic::Contents && asked.entries.is_empty()
}
