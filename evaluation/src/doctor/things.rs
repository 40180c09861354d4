//! What a menu has names for, and where in its document each name stands.

use fsm::dialogue::Act;
use fsm::menu::Menu;
use fsm::order::{NewLine, Op};

/// An item, a combo or a modifier, by its place in the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Of {
    Item(usize),
    Combo(usize),
    /// The place of its group, and its own in the group.
    Modifier(usize, usize),
}

/// A name or an alias.
#[derive(Debug)]
pub(crate) struct Name<'a> {
    pub path: String,
    pub text: &'a str,
    /// Its words in lower case, without punctuation.
    pub words: Vec<String>,
}

/// What has a name.
#[derive(Debug)]
pub(crate) struct Thing<'a> {
    pub of: Of,
    /// Where it stands, such as `$.items[3]`.
    pub path: String,
    /// The name first, then the aliases.
    pub names: Vec<Name<'a>>,
}

impl Thing<'_> {
    /// What the menu calls it.
    pub fn name(&self) -> &str {
        self.names[0].text
    }
}

impl Of {
    /// Whether it is a modifier.
    pub fn is_modifier(self) -> bool {
        matches!(self, Self::Modifier(..))
    }

    /// Its id.
    pub fn id(self, menu: &Menu) -> &str {
        match self {
            Self::Item(at) => menu.items[at].id.as_str(),
            Self::Combo(at) => menu.combos[at].id.as_str(),
            Self::Modifier(group, at) => menu.modifier_groups[group].modifiers[at].id.as_str(),
        }
    }

    /// Whether acts order it.
    pub fn is_ordered_by(self, acts: &[Act], menu: &Menu) -> bool {
        lines(acts).any(|line| match self {
            Self::Item(at) => line.item == menu.items[at].id && line.combo.is_none(),
            Self::Combo(at) => line.combo.as_ref() == Some(&menu.combos[at].id),
            Self::Modifier(group, at) => {
                let group = &menu.modifier_groups[group];
                line.modifiers
                    .iter()
                    .any(|pick| pick.group == group.id && pick.modifier == group.modifiers[at].id)
            }
        })
    }

    /// Whether acts ask if it is meant.
    pub fn is_offered_by(self, acts: &[Act], menu: &Menu) -> bool {
        let open = acts.iter().flat_map(|act| match act {
            Act::Order { unresolved, .. } => &unresolved[..],
            _ => &[],
        });
        open.flat_map(|part| &part.candidates).any(|candidate| match self {
            Self::Item(at) => *candidate == *menu.items[at].id.as_str(),
            // A combo may be offered by its main item.
            Self::Combo(at) => {
                let combo = &menu.combos[at];
                [combo.id.as_str(), combo.main.as_str()].contains(&candidate.as_str())
            }
            Self::Modifier(group, at) => *candidate == *menu.modifier_groups[group].modifiers[at].id.as_str(),
        })
    }
}

/// The lines that acts add.
pub(crate) fn lines(acts: &[Act]) -> impl Iterator<Item = &NewLine> {
    let ops = acts.iter().flat_map(|act| match act {
        Act::Order { ops, .. } => &ops[..],
        _ => &[],
    });
    ops.filter_map(|op| match op {
        Op::Add(line) => Some(line),
        Op::Remove { .. } | Op::Modify(_) | Op::Replace { .. } | Op::Correct(_) | Op::Clear => None,
    })
}

/// All that a menu has names for: items, combos, modifiers.
pub(crate) fn things(menu: &Menu) -> Vec<Thing<'_>> {
    let mut things = Vec::new();
    for (at, item) in menu.items.iter().enumerate() {
        things.push(thing(Of::Item(at), format!("$.items[{at}]"), &item.name, &item.aliases));
    }
    for (at, combo) in menu.combos.iter().enumerate() {
        things.push(thing(Of::Combo(at), format!("$.combos[{at}]"), &combo.name, &combo.aliases));
    }
    for (group_at, group) in menu.modifier_groups.iter().enumerate() {
        for (at, modifier) in group.modifiers.iter().enumerate() {
            let path = format!("$.modifier_groups[{group_at}].modifiers[{at}]");
            things.push(thing(Of::Modifier(group_at, at), path, &modifier.name, &modifier.aliases));
        }
    }
    things
}

fn thing<'a>(of: Of, path: String, name: &'a str, aliases: &'a [String]) -> Thing<'a> {
    let name = Name { path: format!("{path}.name"), text: name, words: parse::words(name) };
    let aliases = aliases.iter().enumerate().map(|(at, alias)| Name {
        path: format!("{path}.aliases[{at}]"),
        text: alias,
        words: parse::words(alias),
    });
    let names = std::iter::once(name).chain(aliases).collect();
    Thing { of, path, names }
}
