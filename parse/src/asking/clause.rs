//! One clause: what its words say of a question, run by run. What that makes together is for [`query`].

mod retag;
mod runs;
mod signs;

use fsm::ids::DayPartId;
use fsm::menu::{Allergen, Diet, Topic};
use fsm::money::Money;
use fsm::query::{Day, OrderBy, Select};

use crate::asking::spans::Span;
use crate::asking::{Asked, Cx, allergies, clauses, had_with, house, query};
use crate::language::{Sign, Word};

/// How something that is named belongs to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// It is what is asked about.
    Base,
    /// It goes with what is asked about: "the burger with bacon".
    With,
    /// It is asked whether it is on it: "come with".
    Comes,
    /// It is asked whether it is in it.
    Has,
    /// It should not be in it.
    Without,
    /// Somebody must not eat it.
    Free,
}

/// Something that is named.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mention<'a> {
    pub(crate) span: Span<'a>,
    pub(crate) tag: Tag,
}

/// What the words of a clause say.
#[derive(Debug, Default)]
pub(crate) struct Clause<'a> {
    pub(crate) select: Option<Select>,
    /// What is asked of the order, or of the house.
    pub(crate) order: Option<Select>,
    pub(crate) house: Option<Select>,
    pub(crate) mentions: Vec<Mention<'a>>,
    pub(crate) diets: Vec<Diet>,
    pub(crate) hot: Option<bool>,
    pub(crate) caffeine: Option<bool>,
    pub(crate) first: Option<OrderBy>,
    /// Not more than that, or not less.
    pub(crate) price: Option<(bool, Money)>,
    pub(crate) calories_max: Option<u32>,
    pub(crate) which: bool,
    pub(crate) kinds: bool,
    pub(crate) can_eat: bool,
    /// Whether it is asked what somebody cannot have.
    pub(crate) must_avoid: bool,
    pub(crate) any: bool,
    /// Whether it is any of what was spoken of: "any of them".
    pub(crate) any_of_them: bool,
    pub(crate) served: bool,
    /// Whether it is asked when something is served.
    pub(crate) served_when: bool,
    /// The parts of the day of which that is asked: "when does lunch start".
    pub(crate) dayparts: Vec<DayPartId>,
    pub(crate) has_verb: bool,
    /// Whether something is said to be in what was spoken of: "in it".
    pub(crate) in_last: bool,
    pub(crate) whether: bool,
    /// How much had been named before the verb that asks.
    before: usize,
    pub(crate) what_is: bool,
    pub(crate) things: bool,
    /// Whether it is one of them: "thing".
    pub(crate) thing: bool,
    /// Whether it is one of some, said so: "the lighter one".
    pub(crate) counts_one: bool,
    pub(crate) combos: bool,
    /// Whether it is to be eaten, and not drunk.
    pub(crate) to_eat: bool,
    pub(crate) leads_if: bool,
    pub(crate) supposes: bool,
    /// Whether what is asked stands behind what it is asked of.
    pub(crate) trails: bool,
    pub(crate) one: bool,
    pub(crate) last: bool,
    pub(crate) place: Option<u32>,
    pub(crate) more: bool,
    pub(crate) as_to: bool,
    /// Whether it begins as what goes on from a question: "and ten".
    pub(crate) goes_on: bool,
    pub(crate) orders: bool,
    /// Whether it asks for something on something, or for something that is made so.
    pub(crate) may: bool,
    pub(crate) make: bool,
    pub(crate) still: bool,
    /// Whether it is said as a claim, and asked whether it holds.
    pub(crate) confirms: bool,
    /// Whether it is asked how much more is to be paid.
    pub(crate) upcharge: bool,
    /// The same, in the words that ask for the price.
    pub(crate) says_more: bool,
    pub(crate) safe: bool,
    pub(crate) allergic: bool,
    pub(crate) avoids: bool,
    pub(crate) condition: bool,
    pub(crate) person: bool,
    /// Whether it names food that the menu does not have.
    pub(crate) strange: bool,
    pub(crate) strange_part: bool,
    /// Whether something is said to be on what is named next: "bacon on a hamburger".
    pub(crate) on_something: bool,
    pub(crate) on_it: bool,
    /// How often something is said to be in something.
    pub(crate) ins: usize,
    /// How many were named to be on something before anything was asked: "peanut butter on the bagel, any nuts".
    topic_with: usize,
    /// Where what comes first is asked.
    pub(crate) first_at: usize,
    /// Numbers, each with where it is.
    pub(crate) numbers: Vec<(usize, u32)>,
    pub(crate) quality: bool,
    /// Whether everything so far only leads to a question.
    only_leads: bool,
    /// The first word, and the end of the last.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The first word that is more than a lead.
    pub(crate) said_from: usize,
    /// How much had been named where a condition began.
    condition_at: Option<usize>,
    pub(crate) without: bool,
    pub(crate) days: Vec<Day>,
    /// Whether the whole week is asked about.
    pub(crate) week: bool,
    pub(crate) ways: Vec<String>,
    pub(crate) extras: Vec<String>,
    /// Whether the first thing that is said is no word of a question.
    pub(crate) begins_with_name: bool,
    tag: Option<Tag>,
    /// The end of what says how the next thing belongs to the question.
    tag_end: usize,
    /// Whether the next amount is too much, or enough.
    bound: Option<bool>,
    /// Whether that amount itself is too much.
    is_below: bool,
}

/// Reads a clause as a question, if it is one for sure.
pub(crate) fn read(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    read_clause(cx, &Clause::of(cx, spans)?)
}

/// Reads "can I have the shake" as a question whether it is safe.
pub(crate) fn read_safe(cx: Cx<'_>, spans: &[Span<'_>], allergens: &[Allergen]) -> Option<Asked> {
    let mut clause = Clause::of(cx, spans)?;
    (clause.orders, clause.may, clause.make) = (false, false, false);
    (clause.safe, clause.whether) = (true, true);
    let mut asked = read_clause(cx, &clause)?;
    allergies::settle(&mut asked, allergens);
    Some(asked)
}

fn read_clause(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Asked> {
    let asked =
        house::read(cx, clause).or_else(|| had_with::read(cx, clause)).or_else(|| query::read(cx, clause))?;
    let avoided = clause.tagged(&[Tag::Free]).flat_map(|mention| allergens(&mention.span));
    let tells = clause.person && (clause.allergic || clause.avoids);
    let of_avoided = asked.query.select == Select::Whether && asked.topic.is_none() && is_no_food(clause);
    let topic = if of_avoided { Some(Topic::Allergens) } else { asked.topic };
    Some(Asked { topic, tells: avoided.filter(|_| tells).collect(), ..asked })
}

impl<'a> Clause<'a> {
    /// A clause that names things, and asks whether something is so of them.
    pub(crate) fn naming(mentions: Vec<Mention<'a>>) -> Self {
        Self { mentions, select: Some(Select::Whether), ..Self::default() }
    }

    /// The same, where something else asks of it.
    pub(crate) fn asking(self, select: Select) -> Self {
        Self { select: Some(select), orders: false, ..self }
    }

    /// What the runs say; none if one of them is of no question.
    pub(crate) fn of(cx: Cx<'_>, spans: &[Span<'a>]) -> Option<Self> {
        let (first, last) = (spans.first()?, spans.last()?);
        let mut clause = Self {
            only_leads: true,
            start: first.start,
            said_from: first.start,
            end: last.end,
            ..Self::default()
        };
        let mut at = 0;
        while at < spans.len() {
            if clause.ends_at(cx, &spans[at..]) {
                return None;
            }
            let span = &spans[at];
            // "that's it, what's my total": what is said before is something else.
            let says_nothing =
                clause.mentions.is_empty() && clause.place.is_none() && clause.diets.is_empty();
            let says_nothing = says_nothing && clause.price.is_none();
            let is_apart = !clause.asks() && says_nothing && !clause.only_leads;
            if span.pause && is_apart {
                return None;
            }
            if span.pause {
                clause.untag_without();
            }
            if clause.is_tag(&spans[at..]) {
                clause.confirms = true;
                break;
            }
            at += clause.take(cx, &spans[at..])?;
            // "without getting any dairy": words between that say nothing.
            let says_nothing = span.signs.iter().all(|sign| *sign == Sign::Light) && span.phrase.is_none();
            let goes_on = says_nothing && clause.tag_end == span.start;
            if goes_on || span.signs.iter().any(Sign::tags) {
                clause.tag_end = span.end;
            }
            clause.only_leads &= span.is(&Sign::Lead) || span.is(&Sign::Joins);
            if clause.only_leads {
                clause.said_from = span.end;
            }
        }
        if house::is_of_an_answer(cx, &clause) {
            (clause.order, clause.select, clause.last) = (None, Some(Select::Price), true);
        }
        clause.retag();
        clause.price_what_is_named();
        // "what does the combo come with"
        let comes = clause.tag == Some(Tag::Comes) && clause.tagged(&[Tag::Comes]).next().is_none();
        let is_bare = clause.diets.is_empty() && clause.hot.is_none() && clause.caffeine.is_none();
        if comes && is_bare && clause.select.is_none() && clause.tagged(&[Tag::Base]).next().is_some() {
            clause.select = Some(Select::Parts);
        }
        Some(clause)
    }

    /// "the coleslaw has egg in it, does it": whether what is left only asks if that holds.
    fn is_tag(&self, rest: &[Span<'_>]) -> bool {
        let only = |span: &Span<'_>| {
            span.phrase.is_none()
                && span
                    .signs
                    .iter()
                    .all(|sign| matches!(sign, Sign::Whether | Sign::Hard | Sign::Last | Sign::Light))
        };
        let [first, ..] = rest else { return false };
        let points = rest.last().is_some_and(|last| last.is(&Sign::Last) || last.light);
        first.pause
            && rest.len() <= 2
            && first.is(&Sign::Whether)
            && points
            && rest.iter().all(only)
            && !self.asks()
    }

    /// "and how much is": whether another question begins.
    fn ends_at(&self, cx: Cx<'_>, rest: &[Span<'_>]) -> bool {
        let [first, next, ..] = rest else { return false };
        // "is it vegan or is the honey real" is one question.
        let is_or = || cx.language.roles_by(cx.tokens[first.start].id).contains(&Word::Or);
        let begins = clauses::opens(next) || next.is(&Sign::Hard) && !is_or();
        first.is(&Sign::Joins) && self.asks() && begins
    }

    fn asks(&self) -> bool {
        self.select.is_some()
            || self.order.is_some()
            || self.house.is_some()
            || self.which
            || self.any
            || self.served
            || self.served_when
            || self.whether
            || self.what_is
            || self.more
            || self.orders
            || self.safe
            || self.leads_if
            || self.supposes
            || self.make
            || self.may
    }

    /// Whether something is asked after the verb: "without the butter, is it" asks nothing.
    pub(crate) fn says_what(&self) -> bool {
        let describes = !self.diets.is_empty() || self.hot.is_some() || self.caffeine.is_some() || self.safe;
        let points = self.served && self.last;
        self.mentions.is_empty() || describes || points || self.mentions.len() > self.before
    }

    /// What was named so.
    pub(crate) fn tagged(&self, tags: &[Tag]) -> impl Iterator<Item = &Mention<'a>> {
        let tags = tags.to_vec();
        self.mentions.iter().filter(move |mention| tags.contains(&mention.tag))
    }
}

/// "dairy", which no menu names as something to eat.
fn is_no_food(clause: &Clause<'_>) -> bool {
    let mut told = clause.tagged(&[Tag::Has, Tag::Comes]);
    told.any(|mention| mention.span.phrase.is_none() && !allergens(&mention.span).is_empty())
}

/// The allergens that a run is a word for.
pub(crate) fn allergens(span: &Span<'_>) -> Vec<Allergen> {
    let known = span.signs.iter().filter_map(|sign| match sign {
        Sign::Allergen(known) => Some(Allergen::Known(*known)),
        _ => None,
    });
    let mut known: Vec<Allergen> = known.collect();
    known.sort_by(|one, other| one.as_str().cmp(other.as_str()));
    known
}
