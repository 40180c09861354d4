//! What somebody in the car must not eat: it is noted, and said of every line that may contain it.

use super::acts::{Act, ActKind};
use super::hearing::Found;
use super::meaning::Case;
use super::take::Taking;
use crate::machine::{Effect, Speech};
use crate::menu::Allergen;
use crate::order::{LineView, Order};
use crate::query::{Allergens, Fact};

impl Taking<'_> {
    /// Whoever may not eat something is heard, however unsure the rest is.
    pub(super) fn note_allergies(&mut self, acts: &[Act]) {
        let mut told = acts
            .iter()
            .filter_map(|act| match act {
                Act::HasAllergy { allergens } => Some(allergens),
                _ => None,
            })
            .peekable();
        if told.peek().is_none() {
            return;
        }
        let mut allergies: Vec<Allergen> = Vec::new();
        for allergen in told.flatten() {
            if !allergies.contains(allergen) {
                allergies.push(allergen.clone());
            }
        }
        self.take(ActKind::HasAllergy, Case::Plain, &Found { allergies, ..Found::default() });
    }

    /// Says of the lines that are new, or of all once an allergy is told, whether they may contain what must be avoided.
    pub(super) fn warn_of_allergens(&mut self) {
        let Some(visit) = self.session.visit.as_ref().filter(|visit| !visit.allergies.is_empty()) else {
            return;
        };
        let Some(order) = self.session.order() else { return };
        let told_now = self.acts.iter().any(|act| act.kind() == ActKind::HasAllergy);
        let before = self.before.as_ref().map(Order::lines).unwrap_or_default();
        let lines = order.lines().iter().filter(|line| {
            let was = before.iter().find(|was| was.line_id == line.line_id);
            told_now || was.is_none_or(|was| !was.is_like(line))
        });
        let found = lines
            .map(|line| Allergens::of_line(&LineView::of(line), &visit.allergies, self.policy.menu))
            .filter(|found| !found.is_known_free());
        let warnings: Vec<Fact> = found.map(Fact::Allergens).collect();
        if !warnings.is_empty() {
            self.effects.push(Effect::Speak(Speech::Answer(warnings)));
        }
    }
}
