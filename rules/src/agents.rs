//! Reads who understands and words.

use std::str::FromStr;

use fsm::house_rules::{AgentPlan, Outcome, ParserPlan, Profiles, ResponderPlan};
use fsm::reader::{Reader, quoted};
use strum::VariantNames;

use crate::named::{OutsideName, OutsidePart, name};

pub(crate) fn agents(then: &Reader<'_>, named: &mut Vec<OutsideName>) -> Outcome {
    then.only(&["parser", "responder", "profiles"]);
    if then.names().next().is_none() {
        then.fault("changes nothing: name parser, responder or profiles");
    }
    let parser = plan(then, "parser", &ParserPlan::Grammar, named);
    let responder = plan(then, "responder", &ResponderPlan::Template, named);
    let profiles = then.field("profiles").map(|profiles| self::profiles(&profiles, named));
    Outcome::Agent(AgentPlan { parser, responder, profiles })
}

/// A plan by its name. Any but the one that asks no model needs one.
fn plan<P: FromStr + VariantNames + PartialEq>(
    then: &Reader<'_>,
    field: &str,
    by_the_book: &P,
    named: &mut Vec<OutsideName>,
) -> Option<P> {
    let field = then.field(field)?;
    let text = field.text()?;
    let plan = P::from_str(text).ok();
    match &plan {
        None => field.fault(format!("is one of {}, not {}", P::VARIANTS.join(", "), quoted(text))),
        Some(plan) if plan != by_the_book => {
            name(&field, OutsidePart::Model, named);
        }
        Some(_) => {}
    }
    plan
}

/// Who is not named works by the book.
fn profiles(profiles: &Reader<'_>, named: &mut Vec<OutsideName>) -> Profiles {
    if !profiles.is_object() {
        return Profiles::NONE;
    }
    profiles.only(&["menu", "house", "order", "small_talk"]);
    let mut of = |specialist: &str| {
        let profile = profiles.field(specialist)?;
        Some(name(&profile, OutsidePart::Profile, named).to_owned())
    };
    Profiles { menu: of("menu"), house: of("house"), order: of("order"), small_talk: of("small_talk") }
}
