//! The inputs of a transcript, one per line.
//!
//! ```text
//! car                                     a car at the loop detector; `car KX-42` with the detector's name for it, in
//!                                         quotation marks if it is more than letters, digits, - and _
//! "two cokes, please"                     an utterance, as JSON has it; after it, each with a comma before:
//!                                         `confidence 0.4`, `barge in`, `by crew`, `a question`,
//!                                         `or "two coats, please" 0.3` (another guess of the recognizer),
//!                                         `word "cokes" 0.4` (how sure it was of it), `heard as no` (acts in place of
//!                                         the parser's, such as `heard as needs_time + done` or
//!                                         `heard as [{"act": "no"}]`; `heard at 0.4 as no`: not so surely)
//! barge-in                                our speech is interrupted, no words yet
//! silence 30                              nothing is heard for so many seconds
//! report out of stock shake               the lane's frontend says that an item is off
//! car leaves
//! tap confirm | tap deny | tap done       the board is touched; `, by crew` after it if it is the crew's hand
//! tap choose large                        what the open question offers
//! tap add coke large x2 | tap remove L1 | tap set L1 3
//! tap add cheeseburger toppings/pickle=no | tap combo cheeseburger_combo large drink=coke:large
//! tap size L1 large | tap modifier L1 toppings/bacon=extra*2
//!                                         a modifier is its group, its name, how much of it (or nothing), how many
//!                                         portions (or nothing)
//! crew takes over | crew gives back
//!
//! lane 2: car                             any of these on another lane than `1`
//! stale "a coke"                          any of these, but sent for the session before
//! again                                   the last event delivered once more; `again "other words"`: its id, but
//!                                         with another event
//!
//! pos acknowledges | pos acknowledges as "A17" | pos rejects "reason" | pos rejects "reason" item shake
//! pos payment problem | pos payment problem "reason"
//!                                         what the POS says of the lane's newest ticket; ` of ticket 1` after it for
//!                                         another one, counted from the transcript's first
//! late ticket_unanswered                  a deadline of the lane passes, whatever the time is
//! pos goes down | pos comes back          in between, nothing is delivered
//! out of stock shake | back in stock shake    in the whole drive-thru; `modifier toppings/bacon` and `size fries/large`
//!                                         for a modifier and a size of an item
//! menu coffee.json                        another menu is put
//! wait 5h                                 time passes
//! restart                                 the service stops and starts again on the same store
//! ```

mod touched;
pub(crate) mod written;

use fsm::dialogue::{Act, Acts, By, CrewAct};
use fsm::ids::ItemId;
use fsm::machine::Deadline;
use fsm::menu::MenuPart;
use jiff::SignedDuration;
use lanes::event::{
    Alternative, CarDetected, Crew, Few, LaneEvent, Name, OutOfStock, RecognizedWord, Silence, SpokenText,
    Utterance,
};
use lanes::pos::PosReport;
use serde_json::{Value, json};

use crate::json;

/// The lane of an input that names none.
pub const LANE: &str = "1";

/// Something that is said or done.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A lane event.
    Lane {
        /// The lane.
        lane: String,
        /// Whether it names the session before the lane's current one.
        is_stale: bool,
        /// The event.
        event: LaneEvent,
        /// What is heard, in place of what the parser hears.
        heard: Option<Acts>,
    },
    /// The last event of the lane once more, or another with its id.
    Again {
        /// The lane.
        lane: String,
        /// The other event.
        other: Option<LaneEvent>,
    },
    /// What the POS says of a ticket.
    Pos {
        /// The lane whose newest ticket it is, unless another is named.
        lane: String,
        /// The ticket, counted from the transcript's first.
        ticket: Option<usize>,
        /// What it says.
        report: PosReport,
    },
    /// A deadline of a lane passes.
    Late {
        /// The lane.
        lane: String,
        /// What has not come in time.
        deadline: Deadline,
    },
    /// Whether messages get to the POS from here on.
    PosIsUp(bool),
    /// Something is off, or on again, in the whole drive-thru.
    Availability {
        /// What.
        part: MenuPart,
        /// Whether it is on.
        available: bool,
    },
    /// Another menu is put.
    Menu {
        /// Its file name.
        file: String,
    },
    /// Time passes.
    Wait(SignedDuration),
    /// The service stops and starts again on the same store.
    Restart,
}

impl Input {
    /// The lane that it is for; none for what concerns the whole drive-thru.
    pub(crate) fn lane(&self) -> Option<&str> {
        match self {
            Self::Lane { lane, .. }
            | Self::Again { lane, .. }
            | Self::Pos { lane, .. }
            | Self::Late { lane, .. } => Some(lane),
            Self::PosIsUp(_)
            | Self::Availability { .. }
            | Self::Menu { .. }
            | Self::Wait(_)
            | Self::Restart => None,
        }
    }

    /// The item that the input takes off the menu through one lane.
    pub(crate) fn item_off(&self) -> Option<&ItemId> {
        match self {
            Self::Lane { event, .. } => event.item_off(),
            Self::Pos { report, .. } => report.item(),
            _ => None,
        }
    }

    /// Reads an input, without its `> `.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (lane, text) = match text.strip_prefix("lane ").and_then(|rest| rest.split_once(": ")) {
            Some((lane, rest)) => (lane, rest),
            None => (LANE, text),
        };
        if let Some(input) = of_the_drive_thru(text)? {
            return Ok(input);
        }
        let lane = lane.to_owned();
        if text == "again" {
            return Ok(Self::Again { lane, other: None });
        }
        if let Some(other) = text.strip_prefix("again ") {
            return Ok(Self::Again { lane, other: Some(lane_event(other)?.0) });
        }
        if let Some(said) = text.strip_prefix("pos ") {
            let (said, ticket) = match said.rsplit_once(" of ticket ") {
                Some((said, ticket)) => (said, Some(number(ticket)?)),
                None => (said, None),
            };
            return Ok(Self::Pos { lane, ticket, report: pos_report(said)? });
        }
        if let Some(what) = text.strip_prefix("late ") {
            let deadline = serde_json::from_value(what.into()).map_err(|error| format!("late: {error}"))?;
            return Ok(Self::Late { lane, deadline });
        }
        let (is_stale, text) = match text.strip_prefix("stale ") {
            Some(text) => (true, text),
            None => (false, text),
        };
        let (event, heard) = lane_event(text)?;
        Ok(Self::Lane { lane, is_stale, event, heard })
    }
}

/// Reads an input that concerns the whole drive-thru.
fn of_the_drive_thru(text: &str) -> Result<Option<Input>, String> {
    let availability = |words: &str, available| Input::Availability { part: menu_part(words), available };
    Ok(Some(match text {
        "pos goes down" => Input::PosIsUp(false),
        "pos comes back" => Input::PosIsUp(true),
        "restart" => Input::Restart,
        _ => match text.split_once(' ') {
            Some(("menu", file)) => Input::Menu { file: file.to_owned() },
            Some(("wait", span)) => Input::Wait(span.parse().map_err(|error| format!("wait: {error}"))?),
            Some(("out", rest)) if rest.starts_with("of stock ") => {
                availability(&rest["of stock ".len()..], false)
            }
            Some(("back", rest)) if rest.starts_with("in stock ") => {
                availability(&rest["in stock ".len()..], true)
            }
            _ => return Ok(None),
        },
    }))
}

/// Something that can be off.
fn menu_part(words: &str) -> MenuPart {
    let two = |kind: &str| words.strip_prefix(kind).and_then(|ids| ids.split_once('/'));
    if let Some((group, modifier)) = two("modifier ") {
        MenuPart::Modifier { group: group.into(), modifier: modifier.into() }
    } else if let Some((item, size)) = two("size ") {
        MenuPart::Size { item: item.into(), size: size.into() }
    } else {
        MenuPart::Item(words.into())
    }
}

fn pos_report(said: &str) -> Result<PosReport, String> {
    if said == "acknowledges" {
        return Ok(PosReport::Acknowledged { pos_reference: None });
    }
    if let Some(name) = said.strip_prefix("acknowledges as ") {
        return Ok(PosReport::Acknowledged { pos_reference: Some(all_quoted(name)?) });
    }
    if said == "payment problem" {
        return Ok(PosReport::PaymentProblem { id: None, reason: None });
    }
    if let Some(reason) = said.strip_prefix("payment problem ") {
        return Ok(PosReport::PaymentProblem { id: None, reason: Some(all_quoted(reason)?) });
    }
    let rest = said.strip_prefix("rejects ").ok_or_else(|| unknown(said))?;
    let (reason, rest) = quoted(rest)?;
    let item = match rest.strip_prefix(" item ") {
        Some(item) => Some(ItemId::from(item)),
        None if rest.is_empty() => None,
        None => return Err(unknown(rest)),
    };
    Ok(PosReport::Rejected { reason, item })
}

/// A lane event, and what is heard in it.
fn lane_event(text: &str) -> Result<(LaneEvent, Option<Acts>), String> {
    if text.starts_with('"') {
        return utterance(text);
    }
    if let Some(vehicle) = text.strip_prefix("car ").filter(|name| name.starts_with('"')) {
        return Ok((car(&all_quoted(vehicle)?)?, None));
    }
    let words: Vec<&str> = text.split(' ').collect();
    let event = match words.as_slice() {
        ["car"] => LaneEvent::CarDetected(CarDetected { vehicle_id: None }),
        ["car", "leaves"] => LaneEvent::CarLeft,
        ["car", vehicle] => car(vehicle)?,
        ["barge-in"] => LaneEvent::BargeIn,
        ["silence", seconds] => LaneEvent::Silence(Silence { seconds: checked(seconds)? }),
        ["report", "out", "of", "stock", item] => LaneEvent::OutOfStock(OutOfStock { item: name(item)? }),
        ["crew", "takes", "over"] => LaneEvent::Crew(Crew { act: CrewAct::TakeOver }),
        ["crew", "gives", "back"] => LaneEvent::Crew(Crew { act: CrewAct::GiveBack }),
        ["tap", ..] => LaneEvent::Tap(touched::read(text)?),
        _ => return Err(unknown(text)),
    };
    Ok((event, None))
}

fn car(vehicle: &str) -> Result<LaneEvent, String> {
    Ok(LaneEvent::CarDetected(CarDetected { vehicle_id: Some(name(vehicle)?) }))
}

fn utterance(text: &str) -> Result<(LaneEvent, Option<Acts>), String> {
    let (words, mut rest) = quoted(text)?;
    let text = SpokenText::try_from(words)?;
    let mut said = Utterance::from(text);
    let (mut alternatives, mut heard_words) = (Vec::new(), Vec::new());
    let mut heard = None;
    while let Some(options) = rest.strip_prefix(", ") {
        if let Some(acts) = options.strip_prefix("heard as ") {
            heard = Some(acts_of(acts, 1.0)?);
            rest = "";
            break;
        }
        if let Some((sure, acts)) = options.strip_prefix("heard at ").and_then(|rest| rest.split_once(" as "))
        {
            heard = Some(acts_of(acts, number(sure)?)?);
            rest = "";
            break;
        }
        if let Some(other) = options.strip_prefix("or ") {
            let (other, left) = guess(other)?;
            alternatives.push(other);
            rest = left;
            continue;
        }
        if let Some(word) = options.strip_prefix("word ") {
            let (Alternative { text, confidence: Some(confidence) }, left) = guess(word)? else {
                return Err(unknown(options));
            };
            heard_words.push(RecognizedWord { text, confidence });
            rest = left;
            continue;
        }
        let end = options.find(", ").unwrap_or(options.len());
        let (option, left) = options.split_at(end);
        match option.split_once(' ') {
            Some(("confidence", sure)) => said.confidence = Some(checked(sure)?),
            Some(("barge", "in")) => said.barge_in = true,
            Some(("by", "crew")) => said.by = By::Crew,
            Some(("a", "question")) => said.question = true,
            _ => return Err(unknown(option)),
        }
        rest = left;
    }
    (said.alternatives, said.words) = (Few::try_from(alternatives)?, Few::try_from(heard_words)?);
    if rest.is_empty() { Ok((LaneEvent::Utterance(said), heard)) } else { Err(unknown(rest)) }
}

/// Reads `"words"` or `"words" 0.4`, and what follows.
fn guess(text: &str) -> Result<(Alternative, &str), String> {
    let (words, rest) = quoted(text)?;
    let end = rest.find(", ").unwrap_or(rest.len());
    let (sure, rest) = rest.split_at(end);
    let confidence = sure.strip_prefix(' ').map(checked).transpose()?;
    Ok((Alternative { text: SpokenText::try_from(words)?, confidence }, rest))
}

/// Reads acts: as JSON, or by name where the name is enough.
fn acts_of(text: &str, confidence: f64) -> Result<Acts, String> {
    let acts: Vec<Act> = if text.starts_with('[') {
        json::read(text.as_bytes()).map_err(|error| format!("heard as: {error}"))?
    } else {
        let named = text.split(" + ").map(|name| serde_json::from_value(json!({ "act": name })));
        named.collect::<Result<_, _>>().map_err(|error| format!("heard as: {error}"))?
    };
    Ok(Acts::by("transcript", confidence, acts))
}

/// The text in quotation marks at the start, as JSON has it, and what follows.
fn quoted(text: &str) -> Result<(String, &str), String> {
    let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
    match strings.next() {
        Some(Ok(words)) => Ok((words, &text[strings.byte_offset()..])),
        Some(Err(_)) | None => Err(format!("put quotation marks around the words: {text}")),
    }
}

/// A text that is in quotation marks as a whole.
fn all_quoted(text: &str) -> Result<String, String> {
    let (words, rest) = quoted(text)?;
    if rest.is_empty() { Ok(words) } else { Err(unknown(rest)) }
}

fn number<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("`{text}`: {error}"))
}

/// A number in the range of its field.
fn checked<T: TryFrom<Value, Error = String>>(text: &str) -> Result<T, String> {
    T::try_from(Value::Number(number(text)?)).map_err(|wrong| format!("`{text}`: {wrong}"))
}

fn name<T: for<'a> From<&'a str>>(text: &str) -> Result<Name<T>, String> {
    Name::try_from(text.to_owned()).map_err(|wrong| format!("`{text}`: {wrong}"))
}

fn unknown(text: &str) -> String {
    format!("`{text}` is no input; the `input` module of crate `transcript` lists what can be said and done")
}
