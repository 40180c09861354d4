//! A lane to try conversations on: text in, text out.

pub mod house;
pub mod notation;
pub mod oracle;
pub mod random;
pub mod random_rules;
pub mod watch;

use std::fmt::Write as _;

use fsm::dialogue::{Act, Acts, By, Decided, Input, Taken, take_turn};
use fsm::house::House;
use fsm::house_rules::HouseRules;
use fsm::ids::LaneKey;
use fsm::machine::{CrewAlert, Effect, Moment, Offer, Policy, Rules, RulesInUse, Session, Step, step};
use fsm::menu::Menu;
use fsm::order::{Amount, LineView, ModifierPick, NewLine, Op, OrderView};
use fsm::ticket::MessageBody;
use serde_json::Value;
use uuid::Uuid;

use self::notation::Said;

/// What the house of the burger menu says of itself.
pub fn house() -> House {
    let document = include_str!("../../../fixtures/houses/burger.json");
    House::check(&serde_json::from_str(document).unwrap()).unwrap()
}

pub fn burgers() -> Menu {
    menu(include_str!("../../../fixtures/menus/burger.json"))
}

pub fn coffees() -> Menu {
    menu(include_str!("../../../fixtures/menus/coffee.json"))
}

/// A sample menu as it is written.
pub fn document(name: &str) -> Value {
    let text = match name {
        "burger" => include_str!("../../../fixtures/menus/burger.json"),
        _ => include_str!("../../../fixtures/menus/coffee.json"),
    };
    serde_json::from_str(text).unwrap()
}

/// What a new order holds after one utterance adds something.
pub fn lines_of(menu: &Menu, line: NewLine) -> Vec<LineView> {
    let rules = Rules::default();
    let policy = Policy::new(&rules, menu);
    let take =
        |session, input: &Input| take_turn(&policy, &moment(1), &lane_key(), Uuid::nil(), session, input);
    let session = take(Session::idle(), &Input::CarDetected { vehicle_id: None }).session;
    let acts = vec![Act::Order { ops: vec![Op::Add(line)], unresolved: Vec::new() }];
    let acts = Acts::by("chance", 1.0, acts);
    let said = Input::Utterance { acts, recognizer_confidence: None, barge_in: false, by: By::Customer };
    let taken = take(session, &said);
    taken.turns.into_iter().next_back().map(|decided| decided.turn.order.lines).unwrap_or_default()
}

pub fn menu(document: &str) -> Menu {
    Menu::check(&serde_json::from_str(document).unwrap()).unwrap()
}

pub fn lane_key() -> LaneKey {
    LaneKey::new("d1", "1").unwrap()
}

/// A conversation at the burger stand, from the car's arrival on, as it is written in [`notation`].
pub fn talk(script: &str) -> String {
    Lane::new(burgers()).talk(script)
}

/// The moment of the turn of that number.
pub fn moment(number: u32) -> Moment {
    let second = i64::from(number);
    Moment {
        at: jiff::Timestamp::from_second(1_763_755_200 + second).unwrap(),
        taken_at: jiff::Timestamp::from_second(1_763_755_200 + second).unwrap(),
        business_date: jiff::civil::date(2026, 11, 21),
        order_number: 42,
    }
}

/// A lane with its menu and its drive-thru's rules.
pub struct Lane {
    pub menu: Menu,
    pub house: House,
    pub rules: Rules,
    pub house_rules: HouseRules,
    pub session: Session,
    /// How many events have come in.
    pub events: u32,
    /// How many seconds have passed besides those that events take.
    waited: i64,
}

impl Lane {
    pub fn new(menu: Menu) -> Self {
        let mut lane = Self::vacant(menu);
        lane.take(&Input::CarDetected { vehicle_id: None });
        lane
    }

    /// One to which no car has come.
    pub fn vacant(menu: Menu) -> Self {
        let (rules, session) = (Rules::default(), Session::idle());
        let house_rules = HouseRules::default();
        let mut lane = Self { menu, house: house(), rules, house_rules, session, events: 0, waited: 0 };
        lane.rules.offers = false;
        lane
    }

    /// A burger lane on which something was already said.
    pub fn after(script: &str) -> Self {
        let mut lane = Self::new(burgers());
        lane.talk(script);
        lane
    }

    pub fn take(&mut self, input: &Input) -> Taken {
        self.events += 1;
        let policy = self.policy();
        let event_id = Uuid::from_u128(u128::from(self.events));
        let taken = take_turn(&policy, &self.now(), &lane_key(), event_id, self.session.clone(), input);
        self.session = taken.session.clone();
        taken
    }

    /// Takes one event of the machine, without the turn around it.
    pub fn step(&self, event: &fsm::machine::Event) -> Step {
        step(&self.policy(), &self.now(), &lane_key(), self.session.clone(), event)
    }

    fn policy(&self) -> Policy<'_> {
        let house_rules = RulesInUse { session: Some(&self.house_rules), newest: Some(&self.house_rules) };
        Policy { house: Some(&self.house), house_rules, ..Policy::new(&self.rules, &self.menu) }
    }

    fn now(&self) -> Moment {
        let now = moment(self.events);
        let at = now.at + jiff::SignedDuration::from_secs(self.waited);
        Moment { at, taken_at: at, ..now }
    }

    /// Takes a line of the notation each, and shows what came of it.
    pub fn talk(&mut self, script: &str) -> String {
        let mut seen = String::new();
        for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let _ = writeln!(seen, "> {line}");
            match notation::read(line, &self.menu) {
                Said::Input(input) => {
                    let before = self.session.order().map(|order| order.lines().to_vec());
                    let taken = self.take(&input);
                    let is_new = self.session.order().map(|order| order.lines().to_vec()) != before;
                    seen.push_str(&show(&taken, is_new));
                }
                Said::Wait(seconds) => self.waited += seconds,
                Said::House(rules) => self.house_rules = rules,
                Said::Menu(item, available) => assert!(self.menu.set_available(&item.into(), available)),
            }
        }
        seen
    }
}

/// What came of an event: rows, state, question; the order if it is new; what goes to the POS.
fn show(taken: &Taken, with_order: bool) -> String {
    let mut text = String::new();
    for decided in &taken.turns {
        text.push_str(&show_turn(decided));
        if with_order && decided.ended.is_none() {
            text.push_str(&lines(&decided.turn.order));
        }
    }
    for message in taken.effects.iter().filter_map(Effect::message) {
        let _ = writeln!(text, "  POS: {}", show_message(&message.body));
    }
    text
}

fn show_turn(decided: &Decided) -> String {
    let turn = &decided.turn;
    let rows: Vec<&str> = turn.transitions.iter().map(|row| row.row).collect();
    let mut text = if rows.is_empty() { "-".to_owned() } else { rows.join(" ") };
    let _ = write!(text, " {}", turn.state);
    if let Some(question) = &turn.question {
        let _ = write!(text, ", {}", json(&question.kind));
        if let Some(line_id) = question.line_id {
            let _ = write!(text, " {line_id}");
        }
        if !question.candidates.is_empty() {
            let _ = write!(text, " [{}]", question.candidates.join(" "));
        }
    }
    for refusal in &turn.refused {
        let _ = write!(text, ", refused {} {}", refusal.event, refusal.reason);
    }
    match &turn.offer {
        Some(Offer::Item(item)) => drop(write!(text, ", offer {item}")),
        Some(Offer::Combo(combo)) => drop(write!(text, ", offer {combo}")),
        None => {}
    }
    if let Some(proposal) = &turn.proposal {
        let _ = write!(text, ", proposal {}", proposal.total);
    }
    if let Some(handoff) = &turn.handoff {
        let _ = write!(text, ", handoff {}", json(&handoff.reason));
    }
    if let Some(ticket) = &turn.ticket {
        let _ = write!(text, ", ticket {} {}", ticket.revision, json(&ticket.status));
        if ticket.payment != fsm::ticket::Payment::None {
            let _ = write!(text, " {}", json(&ticket.payment));
        }
    }
    if turn.superseding {
        text.push_str(", superseding");
    }
    for alert in &turn.crew_alerts {
        let _ = write!(text, ", crew told {}", show_alert(alert));
    }
    if let Some(ended) = &decided.ended {
        let _ = write!(text, ", {}, order {}", json(&ended.end), json(&ended.status));
    }
    text + "\n"
}

/// The lines of an order.
pub fn lines(order: &OrderView) -> String {
    let mut text = String::new();
    for line in &order.lines {
        let _ = write!(text, "  {} {}", line.line_id, line.quantity);
        if let Some(size) = &line.size {
            let _ = write!(text, " {size}");
        }
        let _ = write!(text, " {}{}", line.name, modifiers(&line.modifiers));
        for part in &line.components {
            let _ = write!(text, ", {}", part.slot);
            if let Some(size) = &part.size {
                let _ = write!(text, " {size}");
            }
            let _ = write!(text, " {}{}", part.item, modifiers(&part.modifiers));
        }
        if !line.incomplete.is_empty() {
            let _ = write!(text, ", needs {}", line.incomplete.join(" "));
        }
        if line.out_of_stock {
            text.push_str(", off");
        }
        let _ = writeln!(text, " {}", line.price);
    }
    if text.is_empty() { "  nothing\n".to_owned() } else { text }
}

fn modifiers(picks: &[ModifierPick]) -> String {
    let mut text = String::new();
    for pick in picks {
        let sign = match pick.amount {
            Amount::Regular => "+",
            Amount::No => "-",
            Amount::Extra => "++",
            Amount::Light => "~",
            Amount::Side => "@",
        };
        let _ = write!(text, " {sign}{}", pick.modifier);
        if pick.quantity != 1 {
            let _ = write!(text, "*{}", pick.quantity);
        }
    }
    text
}

fn show_alert(alert: &CrewAlert) -> String {
    match alert {
        CrewAlert::HasCode => "of a code".to_owned(),
        CrewAlert::AllergensUnknown { .. } => "of unknown allergens".to_owned(),
        CrewAlert::HasAllergy { .. } => "of an allergy".to_owned(),
        CrewAlert::WantsExtras { names } => format!("of {}", names.join(" and ")),
        CrewAlert::HouseRule { rule, .. } => format!("by {rule}"),
        CrewAlert::TicketRefused { .. } => "of the refusal".to_owned(),
        CrewAlert::HandoffUnanswered { .. } => "of a call that nobody has answered".to_owned(),
        CrewAlert::TicketUnanswered { .. } => "of the silence of the POS".to_owned(),
        CrewAlert::Unconfirmed { changes, .. } => {
            let told =
                changes.iter().map(|it| format!("{} {} {}", json(&it.op), it.line.quantity, it.line.name));
            told.collect::<Vec<_>>().join(" and ")
        }
    }
}

fn show_message(body: &MessageBody) -> String {
    match body {
        MessageBody::Created(ticket) => {
            let replaces = if ticket.replaces.is_some() { " again" } else { "" };
            let (subtotal, tax, total) = (ticket.subtotal, ticket.tax, ticket.total);
            let notes = ticket.notes.iter().map(|note| format!(", {note}")).collect::<String>();
            format!(
                "created {}{replaces}, no. {}: {subtotal} + {tax} = {total}{notes}",
                ticket.revision, ticket.order_number
            )
        }
        MessageBody::Voided(void) => format!("voided {}, {}", void.revision, void.reason),
        MessageBody::PaymentRetry(_) => "payment retry".to_owned(),
    }
}

pub fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}
