//! The rules of a drive-thru: what may be ordered, its business day, and who understands and words its turns.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use agents::rules::AgentRules;
use anyhow::{Context as _, anyhow, bail};
use clap::{ArgAction, Args};
use fsm::house_rules::{ParserPlan, Profiles, ResponderPlan};
use fsm::machine::{CLOSING_GRACE_MS_BOUNDS, Deadline, NOT_UNDERSTOOD_BOUNDS, Rules, UPSET_BOUNDS, Waits};
use fsm::money::Money;
use fsm::order::Caps;
use jiff::civil::Time;
use jiff::tz::TimeZone;
use lanes::settings::DriveThruSettings;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::faults::without_value;
use super::words::one_of;

/// How long a turn waits for a model at most, however it is set.
pub const DEADLINE_MS_MAX: u64 = 60_000;
/// The longest name of a lane, in characters.
const LANE_NAME_CHARS_MAX: usize = 40;

/// The rules of a drive-thru.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DriveThruOptions {
    /// Where its business day is, such as `America/Chicago` [default: UTC].
    #[arg(long, env = "CARHOP_TIME_ZONE", value_name = "ZONE")]
    time_zone: String,
    /// When its business day starts there [default: 00:00].
    #[arg(long, env = "CARHOP_DAY_STARTS_AT", value_name = "HH:MM")]
    day_starts_at: Time,
    /// How many days its sessions are kept after they ended, 2 at least; 0 for as long as the store keeps them [default: 0].
    #[arg(long, env = "CARHOP_RETENTION_DAYS", value_name = "DAYS")]
    retention_days: u32,
    /// Whether the service greets; a frontend may do so by itself [default: true].
    #[arg(long, env = "CARHOP_GREET", value_name = "BOOL", action = ArgAction::Set)]
    greet: bool,
    /// The words of the greeting [default: a welcome with the menu's name].
    #[arg(long, env = "CARHOP_GREETING", value_name = "TEXT")]
    greeting: String,
    /// Whether one upsell per order is offered [default: true].
    #[arg(long, env = "CARHOP_OFFERS", value_name = "BOOL", action = ArgAction::Set)]
    offers: bool,
    /// Below this confidence, 0 to 1, nothing of an utterance is applied [default: 0.6].
    #[arg(long, env = "CARHOP_CONFIDENCE_MIN", value_name = "SHARE")]
    confidence_min: f64,
    /// How many sentences in a row are not understood, or how often one question is asked, until the crew takes over, 2
    /// to 5 [default: 3].
    #[arg(long, env = "CARHOP_NOT_UNDERSTOOD_MAX", value_name = "N")]
    not_understood_max: u32,
    /// How many angry sentences of a visit until the crew takes over, 1 to 3 [default: 1].
    #[arg(long, env = "CARHOP_UPSET_MAX", value_name = "N")]
    upset_max: u32,
    /// How many of one line [default: 20].
    #[arg(long, env = "CARHOP_LINE_QUANTITY_MAX", value_name = "N")]
    line_quantity_max: u32,
    /// How many items in an order [default: 50].
    #[arg(long, env = "CARHOP_ORDER_ITEMS_MAX", value_name = "N")]
    order_items_max: u32,
    /// The dearest order before tax [default: 500.00].
    #[arg(long, env = "CARHOP_SUBTOTAL_MAX", value_name = "AMOUNT")]
    subtotal_max: Money,
    /// How long after the last word of a confirmed order the lane is still its car's, in milliseconds [default: 45000].
    #[arg(long, env = "CARHOP_CLOSING_GRACE_MS", value_name = "MS")]
    closing_grace_ms: u32,
    /// How many seconds the POS may leave a ticket without an answer until the crew is told, 10 to 600 [default: 60].
    #[arg(long, env = "CARHOP_TICKET_UNANSWERED_SECONDS", value_name = "SECONDS")]
    ticket_unanswered_seconds: u32,
    /// How many seconds the crew may leave a customer alone whom they were called to, until they are called again, 10 to 600
    /// [default: 60].
    #[arg(long, env = "CARHOP_HANDOFF_UNANSWERED_SECONDS", value_name = "SECONDS")]
    handoff_unanswered_seconds: u32,
    /// How many seconds a customer says nothing until that is a silence, where the frontend does not report any, 5 to 300; 0
    /// where it does [default: 0].
    #[arg(long, env = "CARHOP_QUESTION_OPEN_SECONDS", value_name = "SECONDS")]
    question_open_seconds: u32,
    /// How many seconds nobody is heard until a visit is over whose end nobody has reported, 60 to 7200 [default: 900].
    #[arg(long, env = "CARHOP_VISIT_IDLE_SECONDS", value_name = "SECONDS")]
    visit_idle_seconds: u32,
    /// What people call its lanes, by lane id; in the file only.
    #[arg(skip)]
    lane_names: BTreeMap<String, String>,
    /// Who understands and words its turns.
    #[command(flatten)]
    agents: AgentOptions,
}

/// What the agents of a drive-thru may do.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct AgentOptions {
    /// Who understands [default: grammar].
    #[arg(long, env = "CARHOP_PARSER", value_name = "PLAN", value_parser = one_of::<ParserPlan>())]
    parser: ParserPlan,
    /// Who words [default: template].
    #[arg(long, env = "CARHOP_RESPONDER", value_name = "PLAN", value_parser = one_of::<ResponderPlan>())]
    responder: ResponderPlan,
    /// The profile of each specialist; in the file only.
    #[arg(skip)]
    profiles: Profiles,
    /// How long a turn waits for a model at most, in milliseconds [default: 1200].
    #[arg(long, env = "CARHOP_AGENTS_DEADLINE_MS", value_name = "MS")]
    agents_deadline_ms: u64,
    /// How many tokens a drive-thru may use in an hour [default: 500000].
    #[arg(long, env = "CARHOP_LLM_TOKENS_PER_HOUR", value_name = "N")]
    llm_tokens_per_hour: u64,
    /// How long a reply may take before the customer is told to wait, in milliseconds [default: 2000].
    #[arg(long, env = "CARHOP_HOLD_AFTER_MS", value_name = "MS")]
    hold_after_ms: u64,
}

impl DriveThruOptions {
    /// The same rules, but for those that a drive-thru has of its own.
    ///
    /// # Errors
    /// The option that there is not, or whose value is of another kind.
    pub(super) fn but_for(&self, own: &Map<String, Value>) -> anyhow::Result<Self> {
        let mut rules = serde_json::to_value(self)?;
        lay_over(&mut rules, &Value::Object(own.clone()));
        serde_path_to_error::deserialize(rules).map_err(|error| anyhow!(without_value(&error.to_string())))
    }

    /// What lanes are run by.
    ///
    /// # Errors
    /// What makes no sense.
    pub(super) fn settings(&self) -> anyhow::Result<DriveThruSettings> {
        let Self { confidence_min, offers, not_understood_max, upset_max, closing_grace_ms, .. } = *self;
        if !(0.0..=1.0).contains(&confidence_min) {
            bail!("confidence_min is a share from 0 to 1, not {confidence_min}");
        }
        check_bounds("not_understood_max", not_understood_max, &NOT_UNDERSTOOD_BOUNDS)?;
        check_bounds("upset_max", upset_max, &UPSET_BOUNDS)?;
        check_bounds("closing_grace_ms", closing_grace_ms, &CLOSING_GRACE_MS_BOUNDS)?;
        let waits = self.waits()?;
        for (lane, name) in &self.lane_names {
            check_lane_name(lane, name).with_context(|| format!("lane_names.{lane}"))?;
        }
        let caps = Caps {
            line_quantity_max: self.line_quantity_max,
            order_items_max: self.order_items_max,
            subtotal_max: self.subtotal_max,
        };
        if self.retention_days == 1 {
            bail!("retention_days is at least 2, or 0 for as long as the store keeps sessions");
        }
        let greeting = self.greet.then(|| self.greeting.clone());
        let zone = &self.time_zone;
        Ok(DriveThruSettings {
            rules: Rules {
                caps,
                confidence_min,
                greeting,
                offers,
                not_understood_max,
                upset_max,
                closing_grace_ms,
                waits,
                lane_names: self.lane_names.clone(),
            },
            agents: self.agents.rules()?,
            time_zone: TimeZone::get(zone).with_context(|| format!("there is no time zone {zone}"))?,
            day_starts_at: self.day_starts_at,
            retention: (self.retention_days > 0)
                .then(|| Duration::from_hours(24 * u64::from(self.retention_days))),
        })
    }

    /// How long a lane waits for what may never come.
    fn waits(&self) -> anyhow::Result<Waits> {
        let waits = Waits {
            ticket_unanswered_seconds: Some(self.ticket_unanswered_seconds),
            handoff_unanswered_seconds: Some(self.handoff_unanswered_seconds),
            question_open_seconds: Some(self.question_open_seconds).filter(|seconds| *seconds > 0),
            visit_idle_seconds: Some(self.visit_idle_seconds),
        };
        for what in Deadline::ALL {
            if let Some(seconds) = waits.seconds(what) {
                check_bounds(&what.setting(), seconds, &what.bounds())?;
            }
        }
        Ok(waits)
    }
}

impl AgentOptions {
    fn rules(&self) -> anyhow::Result<AgentRules> {
        if !(1..=DEADLINE_MS_MAX).contains(&self.agents_deadline_ms) {
            bail!("agents_deadline_ms is from 1 to {DEADLINE_MS_MAX}");
        }
        Ok(AgentRules {
            parser: self.parser,
            responder: self.responder,
            profiles: self.profiles.clone(),
            deadline: Duration::from_millis(self.agents_deadline_ms),
            tokens_per_hour: self.llm_tokens_per_hour,
            hold_after: Duration::from_millis(self.hold_after_ms),
        })
    }
}

fn check_bounds(name: &str, value: u32, bounds: &RangeInclusive<u32>) -> anyhow::Result<()> {
    if !bounds.contains(&value) {
        bail!("{name} is from {} to {}, not {value}", bounds.start(), bounds.end());
    }
    Ok(())
}

fn check_lane_name(lane: &str, name: &str) -> anyhow::Result<()> {
    fsm::ids::check_id(lane)?;
    let is_long = name.chars().count() > LANE_NAME_CHARS_MAX;
    if name.is_empty() || is_long || name.trim() != name || name.contains(char::is_control) {
        bail!("a lane's name is one line of 1 to {LANE_NAME_CHARS_MAX} characters, not {name:?}");
    }
    Ok(())
}

/// Puts the values of an object, and of the objects in it, over those of another.
fn lay_over(below: &mut Value, own: &Value) {
    match (below, own) {
        (Value::Object(below), Value::Object(own)) => {
            for (key, value) in own {
                lay_over(below.entry(key).or_insert(Value::Null), value);
            }
        }
        (below, own) => *below = own.clone(),
    }
}

impl Default for DriveThruOptions {
    fn default() -> Self {
        let Rules {
            caps,
            confidence_min,
            greeting,
            offers,
            not_understood_max,
            upset_max,
            closing_grace_ms,
            waits,
            lane_names,
        } = Rules::default();
        let seconds = |what| waits.seconds(what).unwrap_or_default();
        Self {
            time_zone: "UTC".to_owned(),
            day_starts_at: Time::midnight(),
            retention_days: 0,
            greet: greeting.is_some(),
            greeting: greeting.unwrap_or_default(),
            offers,
            confidence_min,
            not_understood_max,
            upset_max,
            line_quantity_max: caps.line_quantity_max,
            order_items_max: caps.order_items_max,
            subtotal_max: caps.subtotal_max,
            closing_grace_ms,
            ticket_unanswered_seconds: seconds(Deadline::TicketUnanswered),
            handoff_unanswered_seconds: seconds(Deadline::HandoffUnanswered),
            question_open_seconds: seconds(Deadline::QuestionOpen),
            visit_idle_seconds: seconds(Deadline::VisitIdle),
            lane_names,
            agents: AgentOptions::default(),
        }
    }
}

impl Default for AgentOptions {
    fn default() -> Self {
        let AgentRules { parser, responder, profiles, deadline, tokens_per_hour, hold_after } =
            AgentRules::default();
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Self {
            parser,
            responder,
            profiles,
            agents_deadline_ms: ms(deadline),
            llm_tokens_per_hour: tokens_per_hour,
            hold_after_ms: ms(hold_after),
        }
    }
}
