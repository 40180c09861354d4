//! What is said to be for a part of a line on the order: "mac and cheese for the side", "lemonade for his drink".

use fsm::menu::Combo;
use fsm::order::{Amount, ComponentPick, Line, Modification, ModifierPick, Op, Target};

use crate::index::Entry;
use crate::reading::said::SaidLine;
use crate::resolve::Resolver;

impl Resolver<'_> {
    /// Fills a slot of the newest combo that has one for it, or makes the choice of that name, also where it is filled.
    pub(crate) fn becomes_part(&mut self, draft: &SaidLine) -> bool {
        let lines = self.cx.order.into_iter().flat_map(|order| order.lines().iter().rev());
        let lines: Vec<&Line> = self.cx.question_line().into_iter().chain(lines).collect();
        let fitting = lines.into_iter().find_map(|line| {
            let mut change = Modification::of(Target::Line { line_id: line.line_id });
            match line.combo.as_ref().and_then(|id| self.cx.menu.combo(id)) {
                Some(combo) => change.components.push(self.component(combo, draft)?),
                None => change.modifiers.push(self.choice(line, draft)?),
            }
            Some(change)
        });
        let fits = fitting.is_some();
        self.done.ops.extend(fitting.map(Op::Modify));
        fits
    }

    fn component(&mut self, combo: &Combo, draft: &SaidLine) -> Option<ComponentPick> {
        draft.entries.iter().find_map(|entry| {
            let Entry::Item(at) = *entry else { return None };
            let item = &self.cx.menu.items[at];
            let slot = combo.slots.iter().find(|slot| slot.category == item.category)?;
            let size = self.size(at, None, &draft.details, &mut []);
            let modifiers = self.picks(at, &draft.details);
            Some(ComponentPick { slot: slot.id.clone(), item: item.id.clone(), size, modifiers })
        })
    }

    /// The choice that must be made for a line and is called by the words.
    fn choice(&self, line: &Line, draft: &SaidLine) -> Option<ModifierPick> {
        let item = self.cx.position(&line.item)?;
        let groups = self.cx.index.groups(item).iter().map(|at| &self.cx.menu.modifier_groups[*at]);
        let options = groups.filter(|group| group.min > 0).flat_map(|group| {
            group.modifiers.iter().map(|modifier| ModifierPick {
                group: group.id.clone(),
                modifier: modifier.id.clone(),
                amount: Amount::Regular,
                quantity: 1,
            })
        });
        self.option_named(&draft.text, options.collect())
    }
}
