//! What is done to the order, by ids: what the words must have said.

use fsm::ids::{ItemId, SizeId};
use fsm::order::{ComponentPick, ModifierPick, NewLine, Op, Target};

use crate::resolve::Context;

/// What is done to the order, by ids.
#[derive(Default)]
pub(super) struct Done<'a> {
    pub(super) items: Vec<&'a ItemId>,
    /// Those of them that are added.
    pub(super) added: Vec<&'a ItemId>,
    pub(super) modifiers: Vec<&'a ModifierPick>,
    pub(super) sizes: Vec<&'a SizeId>,
    /// Whether something is changed or removed that no words name.
    pub(super) all: bool,
}

impl<'a> Done<'a> {
    pub(super) fn of(cx: Context<'a>, ops: &'a [Op]) -> Self {
        let mut done = Self::default();
        for op in ops {
            match op {
                Op::Add(line) => {
                    done.added.push(&line.item);
                    done.line(cx, line);
                }
                Op::Replace { target, with } => {
                    done.target(cx, target);
                    done.line(cx, with);
                }
                Op::Remove { target, .. } => done.target(cx, target),
                Op::Modify(change) => {
                    done.target(cx, &change.target);
                    done.modifiers.extend(&change.modifiers);
                    done.sizes.extend(&change.size);
                    done.components(&change.components);
                    let combo = change.combo.as_ref().and_then(|id| cx.menu.combo(id));
                    done.items.extend(combo.map(|combo| &combo.main));
                }
                Op::Correct(_) | Op::Clear => done.all = true,
            }
        }
        done
    }

    fn line(&mut self, cx: Context<'a>, line: &'a NewLine) {
        self.items.push(&line.item);
        let combo = line.combo.as_ref().and_then(|id| cx.menu.combo(id));
        self.items.extend(combo.map(|combo| &combo.main));
        self.modifiers.extend(&line.modifiers);
        self.sizes.extend(&line.size);
        self.components(&line.components);
    }

    fn components(&mut self, components: &'a [ComponentPick]) {
        for component in components {
            self.items.push(&component.item);
            self.sizes.extend(&component.size);
            self.modifiers.extend(&component.modifiers);
        }
    }

    fn target(&mut self, cx: Context<'a>, target: &'a Target) {
        let line = match target {
            Target::Line { line_id } => cx.order.and_then(|order| order.line(*line_id)),
            Target::Referent { .. } => cx.order.and_then(|order| order.line(order.referent()?)),
            Target::Item { item, .. } => {
                self.items.push(item);
                None
            }
            Target::All { .. } | Target::Described { .. } => {
                self.all = true;
                None
            }
        };
        if let Some(line) = line {
            self.items.push(&line.item);
            self.items.extend(line.components.iter().map(|component| &component.item));
        }
    }
}
