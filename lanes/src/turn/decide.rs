//! Decide: what was said, what it leads to, and how to say that. No effect; the store is only asked for the number of an
//! order that is placed.

use std::sync::Arc;

use agents::rules::Brief;
use agents::{ResponseGenerator, UtteranceParser};
use fsm::dialogue::{Acts, By, Decided, Input, SayKind, Taken, take_turn};
use fsm::house_rules::Witness;
use fsm::machine::{Documents, Effect, Moment, Policy};
use fsm::ticket::{MessageBody, TicketData};
use jiff::Timestamp;
use parse::{HeardWord, Recognized, Utterance};
use speak::Wording;
use tokio::time::Instant;
use uuid::Uuid;

use super::lane_now::{Knowledge, LaneNow};
use super::load::{Cause, FIRST_TURN, Loaded};
use super::rules::TurnRules;
use crate::clock::Clock;
use crate::event;
use crate::meters;
use crate::settings::Settings;
use crate::step::{Step, around};
use crate::store::{StoreError, TurnStore};

/// What is to be stored and acted on. Boxed, since it has almost a kilobyte and is handed on.
pub(super) struct Decision<'t> {
    pub loaded: Loaded<'t>,
    pub at: Timestamp,
    /// What the log calls the event.
    pub event: &'static str,
    pub taken: Taken,
}

/// What a parser understood, and of which lane.
pub(super) struct Parsed {
    input: Input,
    lane: Knowledge,
    listener: Listener,
}

/// The number of an order while it is not known whether one is placed.
const UNNUMBERED: u32 = 0;

/// Whose words are heard: the session's, and whether the crew has taken over.
type Listener = (Option<Uuid>, bool);

impl Parsed {
    /// Whether it still holds when the turn is tried again. Not if the parser listened to a lane as it was long ago, to
    /// another car, or before the crew came or went.
    fn holds_on(&self, lane: &LaneNow<'_>) -> bool {
        self.lane == Knowledge::Fresh && self.listener == listener(lane)
    }
}

fn listener(lane: &LaneNow<'_>) -> Listener {
    (lane.session().session_id(), is_handed_off(lane))
}

fn is_handed_off(lane: &LaneNow<'_>) -> bool {
    lane.session().handoff().is_some()
}

/// Decides turns.
pub(crate) struct Decider {
    pub parser: Arc<dyn UtteranceParser>,
    pub generator: Arc<dyn ResponseGenerator>,
    pub settings: Arc<Settings>,
    pub clock: Clock,
    pub witness: Option<Arc<dyn Witness>>,
}

impl Decider {
    /// Understands, steps and words. None if nothing happens, as on an idle lane. Words that were `heard` are kept for
    /// when the turn is tried again.
    pub(super) async fn decide<'t>(
        &self,
        lane: &LaneNow<'_>,
        loaded: Loaded<'t>,
        heard: &mut Option<Parsed>,
        store: &dyn TurnStore,
    ) -> Result<Option<Box<Decision<'t>>>, StoreError> {
        let settings = self.settings.of(lane.key.drive_thru());
        let house = loaded.house.as_deref().map(|active| &active.content);
        let at = loaded.at;
        let policy = Policy {
            house,
            zone: &settings.time_zone,
            house_rules: loaded.rules.in_use(),
            cars_waiting: loaded.cars_waiting,
            ..Policy::new(&settings.rules, &loaded.menu.book.menu)
        };
        let agents = settings.agents_of(&policy, at, lane.key.lane(), lane.session());
        let brief = Brief {
            deadline: Some(lane.agents_deadline),
            ..settings.brief(&agents, lane.key.drive_thru(), lane.session().exchanges())
        };
        let input = match &loaded.cause {
            Cause::Input(input) => input,
            Cause::Said(said) => {
                let kept = heard.take().filter(|heard| heard.holds_on(lane));
                let heard_now = match kept {
                    Some(kept) => kept,
                    None => Parsed {
                        input: self.listen(lane, &loaded, said, brief).await,
                        lane: lane.knowledge(),
                        listener: listener(lane),
                    },
                };
                &heard.insert(heard_now).input
            }
        };
        let words = if loaded.rules.are_there() { words(&loaded.cause, input) } else { String::new() };
        let policy = Policy { said: &words, witness: self.witness.as_deref(), ..policy };
        // Orders are numbered by the day on which they are placed, whatever time a frontend gives its event.
        let taken_at = (self.clock)();
        let business_date = settings.business_date(taken_at);
        let take = |order_number: u32| {
            let now = Moment { at, taken_at, business_date, order_number };
            take_turn(&policy, &now, lane.key, loaded.event_id, lane.session().clone(), input)
        };
        let mut taken = around(Step::Decide, async { take(UNNUMBERED) }).await;
        if let Some(ticket) = first_ticket(&taken) {
            let (drive_thru, date) = (lane.key.drive_thru(), ticket.business_date);
            let number = store.order_number(drive_thru, date, ticket.order_id);
            // The same turn again: only the number differs.
            taken = take(around(Step::Number, number).await?);
        }
        let named = lane.session().documents();
        let house = loaded.house.as_deref().map(|active| active.as_put.hash);
        let documents = Documents { house, ..loaded.menu.documents() };
        name_documents(named, &mut taken, documents, &loaded.rules);
        self.word(lane, &loaded, input, &mut taken, brief).await;
        let event = input.into();
        Ok((!taken.turns.is_empty()).then(|| Box::new(Decision { loaded, at, event, taken })))
    }

    async fn listen(
        &self,
        lane: &LaneNow<'_>,
        loaded: &Loaded<'_>,
        said: &event::Utterance,
        brief: Brief<'_>,
    ) -> Input {
        let (barge_in, by) = (said.barge_in, said.by);
        // What a customer says to the crew, nobody here is asked about.
        let acts = if is_handed_off(lane) && by == By::Customer {
            Acts::by("", 1.0, Vec::new())
        } else {
            self.understand(lane, loaded, said, brief).await
        };
        let (_, recognizer_confidence) = said.guess(acts.heard);
        Input::Utterance { acts, recognizer_confidence, barge_in, by }
    }

    async fn understand(
        &self,
        lane: &LaneNow<'_>,
        loaded: &Loaded<'_>,
        said: &event::Utterance,
        brief: Brief<'_>,
    ) -> Acts {
        let alternatives: Vec<&str> = said.alternatives.iter().map(|other| other.text.as_str()).collect();
        let words = said.words.iter();
        let words: Vec<HeardWord<'_>> =
            words.map(|word| HeardWord { text: word.text.as_str(), confidence: word.confidence.0 }).collect();
        let utterance = Utterance::on(lane.session(), said.text.as_str(), &loaded.menu.book);
        let utterance = Utterance {
            during_speech: said.barge_in || utterance.during_speech,
            recognized: Recognized { alternatives: &alternatives, words: &words, question: said.question },
            house: loaded.house.as_deref().map(|active| &active.content),
            house_question: loaded.rules.question_of(lane.session()),
            ..utterance
        };
        let began = Instant::now();
        let acts = around(Step::Parse, self.parser.parse(utterance, brief)).await;
        meters::parsed(began.elapsed());
        acts
    }

    /// Fills in what is said, and lets the session remember it.
    async fn word(
        &self,
        lane: &LaneNow<'_>,
        loaded: &Loaded<'_>,
        input: &Input,
        taken: &mut Taken,
        brief: Brief<'_>,
    ) {
        let settings = self.settings.of(lane.key.drive_thru());
        let greeting = settings.rules.greeting.as_deref();
        let book = &loaded.menu.book;
        for decided in &mut taken.turns {
            let last_said = lane.session().last_said();
            let greeting = greeting.unwrap_or_default();
            let wording = Wording::of(decided, &book.menu);
            let wording = Wording { last_said, greeting, ..wording };
            decided.turn.say = self.generator.word(wording, &book.index, brief).await;
        }
        let said = taken.turns.last().and_then(|decided| decided.turn.say.as_ref());
        if let (Cause::Said(heard), Input::Utterance { acts, .. }) = (&loaded.cause, input)
            && (settings.agents.ask_a_model() || brief.rules.ask_a_model())
        {
            let (text, _) = heard.guess(acts.heard);
            taken.session.remember_exchange(text, said.map_or("", |say| &say.text));
        }
        if let Some(say) = said.filter(|say| say.kind != SayKind::HandOff) {
            taken.session.remember_said(&say.text);
        }
    }
}

/// The first ticket of an order, if the turn places one.
fn first_ticket(taken: &Taken) -> Option<&TicketData> {
    taken.effects.iter().filter_map(Effect::message).find_map(|message| match &message.body {
        MessageBody::Created(ticket) if ticket.revision == 1 => Some(&**ticket),
        MessageBody::Created(_) | MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => None,
    })
}

/// What was said, in lower case, for the rules of the house.
fn words(cause: &Cause<'_>, input: &Input) -> String {
    match (cause, input) {
        (Cause::Said(said), Input::Utterance { acts, .. }) => said.guess(acts.heard).0.to_lowercase(),
        _ => String::new(),
    }
}

/// Has each turn name what it was decided with, unless that is what its session named before.
fn name_documents(mut named: Option<Documents>, taken: &mut Taken, documents: Documents, rules: &TurnRules) {
    let mut is_new = false;
    for Decided { turn, .. } in &mut taken.turns {
        is_new |= turn.turn == FIRST_TURN;
        let documents = rules.named(is_new, documents);
        let is_known = turn.turn > FIRST_TURN && named == Some(documents);
        turn.documents = (!is_known).then_some(documents);
        named = Some(documents);
    }
    if let Some(named) = named {
        taken.session.remember_documents(named);
    }
}
