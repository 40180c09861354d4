//! Who answers what: a fixed table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{About, Asking, Query, Select};
use crate::menu::Topic;

/// Who answers a question. None of them keeps anything: each is given the question and what was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Specialist {
    /// Knows the menu.
    Menu,
    /// Knows the house.
    House,
    /// Knows what was ordered.
    Order,
    /// Knows nothing, and is friendly about it.
    SmallTalk,
}

impl Query {
    /// Who answers it.
    #[rustfmt::skip]
    pub const fn specialist(&self) -> Specialist {
        match (self.about, self.select) {
            (_,                                                                Select::Unknown) => Specialist::House,
            (About::House,                                                     _)               => Specialist::House,
            (About::Order,                                                     _)               => Specialist::Order,
            (About::Items | About::Modifiers | About::Combos | About::Categories, _)            => Specialist::Menu,
        }
    }
}

impl Asking {
    /// Who answers it.
    pub const fn specialist(&self) -> Specialist {
        match (&self.query, self.topic) {
            (Some(query), _) => query.specialist(),
            (None, Topic::Order) => Specialist::Order,
            (None, Topic::Other) => Specialist::House,
            (None, _) => Specialist::Menu,
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn every_question_has_one_who_answers_it() {
        let abouts =
            [About::Items, About::Modifiers, About::Combos, About::Categories, About::Order, About::House];
        let row = |head: String, cells: [String; 6]| {
            let cells = cells.map(|cell| format!("{cell:12}"));
            format!("{head:14}{}", cells.concat()).trim_end().to_owned()
        };
        let head = row(String::new(), abouts.map(|about| about.to_string()));
        let rows = Select::VARIANTS.iter().map(|select| {
            row(
                select.to_string(),
                abouts.map(|about| format!("{:?}", Query::new(about, *select).specialist())),
            )
        });
        let rows: Vec<String> = std::iter::once(head).chain(rows).collect();
        insta::assert_snapshot!(rows.join("\n"));
    }
}
