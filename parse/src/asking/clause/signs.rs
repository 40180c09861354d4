//! What each sign does in a clause.

use fsm::query::{Day, Select};

use crate::asking::clause::{Clause, Mention, Tag, allergens};
use crate::asking::spans::Span;
use crate::asking::{clauses, house, names};
use crate::index::Phrase;
use crate::language::Sign;

impl<'a> Clause<'a> {
    /// What one sign of a run does; `false` if it does not belong here.
    pub(super) fn sign(&mut self, sign: &Sign, rest: &[Span<'a>]) -> bool {
        let span = &rest[0];
        let asked = self.what_is || self.which || self.whether;
        let goes_on = span.is(&Sign::ServedThere) && !span.pause && (self.which || self.what_is);
        match sign {
            // "what desserts can I have"
            Sign::Orders | Sign::May | Sign::Make | Sign::Safe if goes_on => {}
            // "does that karaage I ordered have soy"
            Sign::Orders if span.is(&Sign::Light) && self.asks() && !self.mentions.is_empty() => {}
            Sign::Select(select) if house::is_of_house(*select) => {
                self.house = self.house.or(Some(*select));
            }
            Sign::Select(select) => {
                // "what do you have", and then what of it.
                if matches!(self.select, None | Some(Select::List)) {
                    self.select = Some(*select);
                } else if self.select == Some(Select::Contents) && *select == Select::Allergens {
                    self.select = Some(Select::Allergens);
                } else if self.select != Some(*select) && *select != Select::List {
                    return false;
                }
                self.tag = None;
            }
            Sign::Order(select) => self.order = self.order.or(Some(*select)),
            Sign::WhatIs => self.what_is = true,
            Sign::Which => {
                self.which = true;
                self.more |= span.is(&Sign::More);
            }
            Sign::Kinds => (self.which, self.kinds) = (true, true),
            Sign::CanEat => (self.which, self.can_eat) = (true, true),
            // "which shakes should I avoid", but "should I avoid the shake"
            Sign::MustAvoid if span.is(&Sign::Safe) => self.must_avoid |= self.which,
            Sign::MustAvoid => (self.which, self.can_eat, self.must_avoid) = (true, true, true),
            Sign::Any => {
                if !self.asks() || self.supposes {
                    self.before = self.mentions.len();
                }
                self.any = true;
                self.any_of_them |=
                    span.is(&Sign::Last) || rest.get(1).is_some_and(|next| next.is(&Sign::Last));
                self.untag(span);
            }
            Sign::Served => {
                // "if I get the latte, is there milk in it"
                if self.supposes || self.begins_with_name && !self.served {
                    self.before = self.mentions.len();
                }
                self.served = true;
                self.untag(span);
            }
            Sign::ServedThere => {
                self.served |= self.asks();
                self.tag = None;
            }
            Sign::ServedWhen => self.served_when = true,
            Sign::ServedEnds => return self.served_when,
            Sign::Whether => {
                self.untag(span);
                if !self.whether && self.inverts(rest) {
                    (self.whether, self.before) = (true, self.mentions.len());
                }
            }
            Sign::Quality => self.quality = true,
            Sign::Lead => {}
            Sign::LeadIf => self.leads_if = true,
            Sign::Suppose => self.supposes = true,
            Sign::Trails => {
                self.trails |= !self.asks();
                self.select = self.select.or(Some(Select::Price));
            }
            // "the hazelnut stuff": one thing, and not several.
            Sign::Things if self.names_one_before(span) => {}
            Sign::Things => {
                (self.things, self.thing) = (true, span.is(&Sign::One));
                self.counts_one |= span.number == Some(1);
            }
            Sign::Combos => self.combos = true,
            Sign::With => self.tag = Some(Tag::With),
            Sign::Comes => (self.tag, self.has_verb) = (Some(Tag::Comes), true),
            // "can someone with celiac have the porridge"
            Sign::Has if self.is_for_somebody() && self.tagged(&[Tag::Base]).next().is_none() => {
                self.tag = None;
            }
            // "has the cookie", "got any sodas"
            Sign::Has if span.is(&Sign::Whether) && !span.is(&Sign::Last) => {}
            Sign::Has if span.is(&Sign::Served) && self.mentions.is_empty() && !asked => {}
            Sign::Has => (self.tag, self.has_verb) = (Some(Tag::Has), true),
            Sign::Without => {
                self.tag = Some(Tag::Without);
                self.without = true;
            }
            // "the syrup you pump in, is there": nothing follows that it is in.
            Sign::In
                if rest.get(1).is_some_and(|next| {
                    !span.is(&Sign::Last) && clauses::opens(next) && next.phrase.is_none()
                }) => {}
            Sign::In => {
                self.ins += 1;
                self.in_something(span, &rest[1..]);
            }
            Sign::Free => return self.free(span),
            // "okay" alone is said to whoever listens, "visa okay" is not.
            Sign::Safe if !self.asks() => self.safe = !self.ways.is_empty(),
            Sign::Safe => {
                // "is it safe for", but "can I eat".
                let is_verb = span.is(&Sign::Orders) || span.is(&Sign::Whether);
                self.tag = (!is_verb).then_some(Tag::Free);
                self.safe = true;
            }
            Sign::Allergic => {
                self.allergic = true;
                self.settle_condition();
                self.avoid_last(span);
                self.tag = Some(Tag::Free);
            }
            Sign::Avoids => {
                self.avoids = true;
                self.settle_condition();
                self.tag = Some(Tag::Free);
            }
            Sign::If => self.condition_at = Some(self.mentions.len()),
            Sign::Person => self.person = true,
            Sign::One => self.one |= span.is(&Sign::Which),
            Sign::Joins | Sign::Light | Sign::Money | Sign::Hard | Sign::Wonders => {}
            Sign::Allergen(_) => {}
            Sign::Diet(diet) => self.diets.push(*diet),
            Sign::Hot(hot) => self.hot = Some(*hot),
            Sign::Caffeine(has) => self.caffeine = Some(*has),
            Sign::First(first) => (self.first, self.first_at) = (Some(*first), span.start),
            // "is it vegetarian at least"
            Sign::AtMost | Sign::Below | Sign::AtLeast => return self.asks() && rest.len() == 1,
            Sign::Off => self.take_off(),
            Sign::Last if span.is(&Sign::In) || self.determines(rest) => {}
            Sign::Last => self.last = true,
            Sign::More => self.more = true,
            Sign::AsTo => {
                self.goes_on |= self.only_leads;
                self.as_to |= self.only_leads && !span.is(&Sign::Joins);
            }
            Sign::Day(day) => self.days.extend(Day::named(day)),
            Sign::Week => self.week = true,
            Sign::Weekend => self.days.extend(house::WEEK[5..].iter().filter_map(|day| Day::named(day))),
            Sign::Holiday(name) => self.days.push(Day::Holiday(name.to_string())),
            Sign::Way(way) => self.ways.push(way.to_string()),
            Sign::Extra(name) => self.extras.push(name.to_string()),
            Sign::Orders => self.orders = true,
            Sign::May => self.may = true,
            Sign::Make => self.make = true,
            Sign::Still => (self.make, self.still) = (true, true),
            Sign::Mine => {}
            Sign::ToEat => self.to_eat = true,
            Sign::OnIt => self.on_it = true,
            // "is oat milk extra", but "extra cheese".
            Sign::Upcharge => self.costs_more(span, &rest[1..]),
            // "it has egg, right", but "yeah, the hash and eggs".
            Sign::Confirms => self.confirms |= !self.only_leads,
        }
        true
    }

    /// "skipped the whipped cream, milk in it even then": what follows a pause is asked about.
    pub(super) fn untag_without(&mut self) {
        let names_part = |last: &Mention<'_>| last.tag == Tag::Without && allergens(&last.span).is_empty();
        if self.tag == Some(Tag::Without) && self.mentions.last().is_some_and(names_part) {
            self.tag = None;
        }
    }

    /// "if they leave the croutons off": what was named last is not on it.
    fn take_off(&mut self) {
        let last = self.mentions.last_mut().filter(|last| names::is_modifier(&last.span));
        if let Some(last) = last {
            last.tag = Tag::Without;
            self.without = true;
        }
    }

    /// "with no cheese is there milk": what is asked next is no longer without. "Without any milk" is.
    fn untag(&mut self, span: &Span<'_>) {
        if self.tag_end != span.start {
            self.tag = None;
        }
    }

    /// Whether something that is no sort of things is named right before.
    fn names_one_before(&self, span: &Span<'_>) -> bool {
        let before = self.mentions.last().filter(|before| before.span.end == span.start && !span.pause);
        before.and_then(|before| before.span.phrase).is_some_and(|phrase| {
            phrase.category.is_none() && !(phrase.entries.is_empty() && phrase.modifiers.is_empty())
        })
    }

    /// "that spicy sandwich": whether a pointer only says which, of what is named next.
    fn determines(&self, rest: &[Span<'_>]) -> bool {
        let is_light = rest[0].is(&Sign::Light) && rest[0].end == rest[0].start + 1;
        let names = |next: &Span<'_>| {
            let whole = next.phrase.is_some_and(|phrase| !phrase.entries.is_empty());
            !next.pause && next.signs.is_empty() && (whole || !self.asks() && next.phrase.is_some())
        };
        is_light && rest.get(1).is_some_and(names)
    }

    fn costs_more(&mut self, span: &Span<'_>, rest: &[Span<'_>]) {
        let is_last = rest.iter().all(|next| next.phrase.is_none() && !next.is(&Sign::With));
        self.upcharge = true;
        let asks = self.whether || span.is(&Sign::Confirms);
        if asks && is_last && self.select.is_none() && !self.mentions.is_empty() {
            self.select = Some(Select::Price);
        }
    }

    /// Whether somebody was spoken of who must avoid something.
    fn is_for_somebody(&self) -> bool {
        self.condition_at.is_some() || self.mentions.iter().any(|mention| mention.span.is(&Sign::Allergic))
    }

    /// "if I'm allergic", "with a nut allergy": nothing else is between.
    fn settle_condition(&mut self) {
        let named = self.mentions.len();
        self.condition |= self.condition_at.is_some_and(|at| at == named || at + 1 == named);
    }

    /// "is the shake", but not "the shake is".
    fn inverts(&self, rest: &[Span<'_>]) -> bool {
        let conditional = self.condition_at.is_some() || self.allergic;
        let points = || rest.get(1).is_some_and(|next| next.is(&Sign::Last));
        // "and with oat milk, is the latte"
        let only_with = !self.mentions.is_empty()
            && self.mentions.iter().all(|mention| matches!(mention.tag, Tag::With | Tag::Without));
        // "spicy miso, could that have"
        let points_itself = rest[0].is(&Sign::Last);
        let points = points_itself || !self.last && points();
        self.asks() || self.only_leads || only_with || conditional || !self.things && points
    }

    /// "nuts in the shake": what was named before is asked whether it is in what comes. "Come in large" asks of a size.
    fn in_something(&mut self, span: &Span<'_>, rest: &[Span<'_>]) {
        let is_size = |span: &Span<'_>| {
            span.phrase.is_some_and(|phrase| !phrase.sizes.is_empty() && phrase.entries.is_empty())
                && span.combo.is_none()
        };
        let says_nothing =
            |span: &Span<'_>| span.phrase.is_none() && span.signs.iter().all(|sign| *sign == Sign::Light);
        let next = rest.iter().find(|span| !says_nothing(span));
        // "on that mushroom swiss"
        let determines =
            || rest.first().is_some_and(|next| names::is_item(next) && next.signs.is_empty() && !next.pause);
        let points = span.is(&Sign::Last) && !determines() || next.is_some_and(|next| next.is(&Sign::Last));
        self.on_something = !points && next.is_some();
        self.in_last = points;
        let has_owner = span.is(&Sign::Last) || next.is_some_and(|next| !is_size(next));
        // "hamburger on the gluten free bun, is that safe"
        let goes_with = (!self.asks() || self.make)
            && self.mentions.last().is_some_and(|last| last.tag == Tag::Base && names::is_item(&last.span))
            && next.is_some_and(|next| names::is_modifier(next) && !names::is_item(next) && !is_size(next));
        if goes_with {
            self.tag = Some(Tag::With);
            self.tag_end = span.end;
            return;
        }
        let asks_of_it = self.select.is_some() || self.what_is;
        let frame = self.whether || self.any || self.served || self.which || self.may || !self.asks();
        let told = self.tagged(&[Tag::Has, Tag::Comes]).next().is_some();
        if frame && !asks_of_it && !told && has_owner {
            let before = self.before;
            let describes = self.caffeine.is_some() || self.hot.is_some();
            let asked = self.mentions.iter_mut().skip(before);
            let count = asked.len();
            let is_base = |at: usize, mention: &Mention<'_>| {
                // "is that pork sandwich got egg on it"
                let is_topic = points
                    && (at + 1 < count || describes)
                    && names::is_item(&mention.span)
                    && allergens(&mention.span).is_empty();
                mention.tag == Tag::Base && !is_group(&mention.span) && !is_sort(&mention.span) && !is_topic
            };
            for (_, mention) in asked.enumerate().filter(|(at, mention)| is_base(*at, mention)) {
                mention.tag = Tag::Has;
            }
            if !self.asks() && !points {
                self.topic_with = self.mentions.len();
            }
        }
        self.tag = None;
    }

    /// "peanut free", but "is water free".
    fn free(&mut self, span: &Span<'_>) -> bool {
        if self.avoid_last(span) {
            return true;
        }
        let costs =
            self.whether && !span.is(&Sign::Safe) && self.select.is_none() && !self.mentions.is_empty();
        if costs {
            self.select = Some(Select::Price);
        }
        costs || !self.extras.is_empty()
    }

    /// "peanut free", "nut allergy": what was named last must not be in it.
    fn avoid_last(&mut self, span: &Span<'_>) -> bool {
        let allergen = |mention: &&mut Mention<'_>| {
            mention.span.signs.iter().any(|sign| matches!(sign, Sign::Allergen(_)))
        };
        let before = self.mentions.last_mut().filter(|mention| mention.span.end == span.start);
        let Some(before) = before.filter(allergen) else { return false };
        before.tag = Tag::Free;
        true
    }
}

/// "which drinks": whether it names a category and nothing to avoid.
fn is_sort(span: &Span<'_>) -> bool {
    let only = |phrase: &Phrase| phrase.category.is_some() && phrase.modifiers.is_empty();
    span.phrase.is_some_and(only) && !span.signs.iter().any(|sign| matches!(sign, Sign::Allergen(_)))
}

/// "what sauces": whether it names only a group of choices.
fn is_group(span: &Span<'_>) -> bool {
    let only =
        |phrase: &Phrase| phrase.group.is_some() && phrase.modifiers.is_empty() && phrase.entries.is_empty();
    span.phrase.is_some_and(only)
}
