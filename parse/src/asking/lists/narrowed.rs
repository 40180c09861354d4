//! Of which things a list is, where the question names only what must hold: of what is eaten, of what can be answered.

use fsm::machine::{Question, QuestionKind};
use fsm::menu::Category;
use fsm::query::{About, Filter, Select, Source, Subject};

use super::{List, sort};
use crate::asking::Cx;
use crate::language::List as Words;
use crate::words::words;

impl List<'_, '_> {
    /// "what should I avoid if I'm allergic to peanuts": what contains it; none where no menu says what does not fit.
    pub(super) fn seek_what_to_avoid(&mut self) -> Option<()> {
        if !self.clause.must_avoid {
            return Some(());
        }
        for filter in &mut self.query.filters {
            match filter {
                Filter::FreeOf { allergens } => {
                    *filter = Filter::Contains { allergens: std::mem::take(allergens) };
                }
                Filter::Diet { .. } => return None,
                _ => {}
            }
        }
        Some(())
    }

    /// "is any of your food vegan", "the dearest thing to eat": of the sorts that nobody drinks.
    pub(super) fn leave_out_drinks(&mut self) {
        let (menu, query) = (self.cx.menu, &mut self.query);
        let is_any = query.of.is_empty() && query.subject == Source::New && query.about == About::Items;
        let sorts = |filter: &Filter| matches!(filter, Filter::Category { .. } | Filter::Kind { .. });
        if !self.clause.to_eat || !is_any || query.filters.iter().any(sorts) || query.select != Select::List {
            return;
        }
        let food = menu.categories.iter().filter(|category| !is_drunk(self.cx, category));
        let food: Vec<_> = food.map(|category| Subject::Category { category: category.id.clone() }).collect();
        // "what food do you have" asks for the sorts.
        if food.len() < menu.categories.len() && (!query.filters.is_empty() || query.order_by.is_some()) {
            query.of = food;
        }
    }

    /// "what drinks can I pick with it", where a drink of the combo is asked for: of those that can be answered.
    pub(super) fn of_the_question(&mut self) {
        let (menu, query) = (self.cx.menu, &mut self.query);
        let is_part = |question: &&Question| question.kind == QuestionKind::WhichOption;
        let asked = self.cx.utterance.question.filter(is_part);
        let Some(question) = asked.filter(|_| query.select == Select::List) else {
            return;
        };
        let had = |id: &String| menu.items.iter().find(|item| item.id.as_str() == id);
        let Some(candidates) = question.candidates.iter().map(had).collect::<Option<Vec<_>>>() else {
            return;
        };
        let asked: Vec<Subject> =
            query.of.iter().cloned().chain(query.filters.iter().filter_map(sort)).collect();
        let only_sorts = |subject: &Subject| matches!(subject, Subject::Category { .. });
        let is_plain =
            query.filters.iter().all(|filter| sort(filter).is_some()) && asked.iter().all(only_sorts);
        let is_asked = candidates
            .iter()
            .any(|item| asked.contains(&Subject::Category { category: item.category.clone() }));
        if is_plain && is_asked && query.order_by.is_none() {
            query.filters.clear();
            query.of = candidates.into_iter().map(|item| Subject::item(&item.id)).collect();
        }
    }
}

/// Whether most things of a sort are drinks.
fn is_drunk(cx: Cx<'_>, category: &Category) -> bool {
    let drinks = |name: &String| {
        let mut folds = words(name).into_iter().map(|word| cx.language.fold(&word));
        folds.any(|fold| cx.language.lexicon().lists(Words::Drink, &fold))
    };
    let items = cx.menu.items_in(&category.id);
    let (drunk, eaten): (Vec<_>, Vec<_>) =
        items.partition(|item| drinks(item.kind.as_ref().unwrap_or(&item.name)));
    drunk.len() > eaten.len()
}
