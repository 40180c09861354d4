//! The text of a transcript: title, settings, inputs. Outcomes are not read, only replaced.

use fsm::machine::{Deadline, Rules};
use fsm::order::Caps;
use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::TimeZone;
use lanes::settings::DriveThruSettings;

use crate::input::Input;

/// When a transcript without `starts at` starts.
const STARTS_AT: &str = "2026-11-21T20:00:00Z";
/// The setting that names a lane, up to the lane's id.
const LANE_NAME: &str = "lane name ";

/// A conversation with what must come out of it.
#[derive(Clone, Debug)]
pub struct Transcript {
    title: String,
    settings: Settings,
    parts: Vec<Part>,
}

/// The settings of a conversation. A transcript has a line for each that differs from the defaults:
///
/// ```text
/// menu: burger.json                    (required)
/// house: burger.json                   (without it, the house says nothing of itself)
/// rules: burger.json                   (without it, there are no house rules)
/// greeting: off                        (or another text)
/// upsell: off
/// confidence: 0.8
/// line quantity max: 5
/// order items max: 10
/// subtotal max: 60.00
/// starts at: 2026-11-21T20:00:00Z
/// time zone: America/New_York
/// day starts at: 04:00
/// lane name 1: Left lane
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// The menu's file name.
    pub menu: String,
    /// The house's file name.
    pub house: Option<String>,
    /// The file name of the house rules.
    pub rules: Option<String>,
    /// The drive-thru's rules and calendar.
    pub drive_thru: DriveThruSettings,
    /// When the first input comes, UTC.
    pub starts_at: Timestamp,
}

impl Settings {
    /// The lines that name what differs from the defaults.
    pub(crate) fn written(&self) -> String {
        let (DriveThruSettings { rules, time_zone, day_starts_at, .. }, usual) =
            (&self.drive_thru, DriveThruSettings::default());
        // Named one by one, so that a new rule does not compile before a transcript can say it.
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
        } = rules;
        let Caps { line_quantity_max, order_items_max, subtotal_max } = caps;
        let usual_caps = &usual.rules.caps;
        let mut text = format!("menu: {}\n", self.menu);
        let mut set = |differs: bool, name: &str, value: &dyn std::fmt::Display| {
            if differs {
                text += &format!("{name}: {value}\n");
            }
        };
        set(self.house.is_some(), "house", &self.house.as_deref().unwrap_or_default());
        set(self.rules.is_some(), "rules", &self.rules.as_deref().unwrap_or_default());
        set(*greeting != usual.rules.greeting, "greeting", &greeting.as_deref().unwrap_or("off"));
        set(!offers, "upsell", &"off");
        set(*confidence_min != usual.rules.confidence_min, "confidence", confidence_min);
        set(*not_understood_max != usual.rules.not_understood_max, "not understood max", not_understood_max);
        set(*upset_max != usual.rules.upset_max, "upset max", upset_max);
        set(*line_quantity_max != usual_caps.line_quantity_max, "line quantity max", line_quantity_max);
        set(*order_items_max != usual_caps.order_items_max, "order items max", order_items_max);
        set(*subtotal_max != usual_caps.subtotal_max, "subtotal max", subtotal_max);
        set(*closing_grace_ms != usual.rules.closing_grace_ms, "closing grace ms", closing_grace_ms);
        for what in Deadline::ALL {
            let [own, usual] =
                [waits, &usual.rules.waits].map(|waits| waits.seconds(what).unwrap_or_default());
            set(own != usual, &setting(what), &own);
        }
        set(true, "starts at", &self.starts_at);
        let zone = time_zone.iana_name().unwrap_or("of no name");
        set(*time_zone != usual.time_zone, "time zone", &zone);
        set(*day_starts_at != usual.day_starts_at, "day starts at", day_starts_at);
        lane_names.iter().for_each(|(lane, name)| set(true, &format!("{LANE_NAME}{lane}"), name));
        text
    }
}

/// A part of a transcript's text.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// A comment, a setting or an empty line, kept as it is.
    Kept(String),
    /// An input, whose outcome follows it.
    Input { text: String, input: Box<Input> },
}

/// What is wrong with a transcript's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {detail}")]
pub struct TranscriptError {
    /// The line, from 1.
    pub line: usize,
    /// What to do about it.
    pub detail: String,
}

impl Transcript {
    /// Reads a transcript.
    ///
    /// # Errors
    /// [`TranscriptError`] for the first faulty line.
    pub fn parse(text: &str) -> Result<Self, TranscriptError> {
        let title = text.lines().next().and_then(|line| line.strip_prefix("# ")).map(str::trim);
        let title = title.filter(|title| !title.is_empty());
        let title =
            title.ok_or_else(|| fault(1, "begin with the title: `# ` and what the conversation shows"))?;
        let mut settings = SettingsReader::default();
        let mut parts = Vec::new();
        let mut has_input = false;
        for (at, text) in text.lines().enumerate() {
            let line = at + 1;
            let told = |detail: String| TranscriptError { line, detail };
            if let Some(input) = text.strip_prefix("> ") {
                has_input = true;
                let input = Box::new(Input::parse(input.trim()).map_err(told)?);
                parts.push(Part::Input { text: text.trim_end().to_owned(), input });
            } else if text.starts_with(' ') {
                if !has_input {
                    return Err(fault(line, "an outcome stands below the input that it comes from"));
                }
            } else {
                if !text.is_empty() && !text.starts_with('#') {
                    let setting = text.split_once(": ").filter(|_| !has_input);
                    let (name, value) = setting.ok_or_else(|| {
                        fault(line, "use `# comment`, `> input`, an indented outcome, or, before all inputs, `name: value`")
                    })?;
                    settings.set(name, value.trim()).map_err(told)?;
                }
                parts.push(Part::Kept(text.trim_end().to_owned()));
            }
        }
        let settings = settings.finish(text.lines().count().min(2))?;
        Ok(Self { title: title.to_owned(), settings, parts })
    }

    /// What the conversation shows, in a line.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What it runs under.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings, to change them.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// What is said and done, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.parts.iter().filter_map(|part| match part {
            Part::Input { input, .. } => Some(&**input),
            Part::Kept(_) => None,
        })
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }
}

/// What the seconds of a deadline are called here.
fn setting(what: Deadline) -> String {
    what.setting().replace('_', " ")
}

fn fault(line: usize, detail: &str) -> TranscriptError {
    TranscriptError { line, detail: detail.to_owned() }
}

/// Settings while they are read.
#[derive(Default)]
struct SettingsReader {
    menu: Option<String>,
    house: Option<String>,
    rules: Option<String>,
    drive_thru: DriveThruSettings,
    starts_at: Option<Timestamp>,
}

impl SettingsReader {
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let rules = &mut self.drive_thru.rules;
        if let Some(what) = Deadline::ALL.into_iter().find(|what| setting(*what) == name) {
            *rules.waits.of(what) = Some(read(name, value)?).filter(|seconds| *seconds > 0);
            return Ok(());
        }
        match name {
            "menu" => self.menu = Some(value.to_owned()),
            "house" => self.house = Some(value.to_owned()),
            "rules" => self.rules = Some(value.to_owned()),
            "greeting" => rules.greeting = (value != "off").then(|| value.to_owned()),
            "upsell" if value == "off" => rules.offers = false,
            "confidence" => rules.confidence_min = read(name, value)?,
            "not understood max" => rules.not_understood_max = read(name, value)?,
            "upset max" => rules.upset_max = read(name, value)?,
            "line quantity max" => rules.caps.line_quantity_max = read(name, value)?,
            "order items max" => rules.caps.order_items_max = read(name, value)?,
            "subtotal max" => rules.caps.subtotal_max = read(name, value)?,
            "closing grace ms" => rules.closing_grace_ms = read(name, value)?,
            "starts at" => self.starts_at = Some(read(name, value)?),
            "time zone" => {
                self.drive_thru.time_zone =
                    TimeZone::get(value).map_err(|error| format!("time zone: {error}"))?;
            }
            "day starts at" => self.drive_thru.day_starts_at = read::<Time>(name, value)?,
            _ if let Some(lane) = name.strip_prefix(LANE_NAME) => {
                rules.lane_names.insert(lane.to_owned(), value.to_owned());
            }
            _ => {
                return Err(format!(
                    "there is no setting `{name}: {value}`; use menu, house, rules, greeting, upsell: off, confidence, line quantity \
                     max, order items max, subtotal max, closing grace ms, ticket unanswered seconds, handoff \
                     unanswered seconds, question open seconds, visit idle seconds, starts at, time zone, day starts at or lane name LANE"
                ));
            }
        }
        Ok(())
    }

    /// What the conversation runs under. What is missing is missed in a line below the title, if there is one.
    fn finish(self, below_title: usize) -> Result<Settings, TranscriptError> {
        let menu = self.menu.ok_or_else(|| fault(below_title, "name the menu: `menu: burger.json`"))?;
        let starts_at = self.starts_at.map_or_else(|| STARTS_AT.parse(), Ok);
        let starts_at = starts_at.map_err(|error| fault(below_title, &error.to_string()))?;
        Ok(Settings { menu, house: self.house, rules: self.rules, drive_thru: self.drive_thru, starts_at })
    }
}

fn read<T: std::str::FromStr<Err: std::fmt::Display>>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|error| format!("{name}: {error}"))
}
