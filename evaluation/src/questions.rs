//! Questions with the facts that answer them, asked of the parser and the machine as a customer would.
//!
//! ```text
//! ? how much are the large fries      asks
//! = price fries/large 3.49            a fact of the answer: all of them, no more and no less
//! + and the small                     goes on with the question before
//! order: 2 cheeseburger; coke/large   what has been ordered, until the next one
//! ```

mod notation;

use std::collections::BTreeSet;

use agents::rules::{self, AgentRules, Brief};
use agents::{GrammarParser, UtteranceParser};
use fsm::dialogue::{Act, Acts, By, Input, Why, take_turn};
use fsm::house::House;
use fsm::ids::LaneKey;
use fsm::machine::{Moment, Policy, Rules, Session, Speech};
use fsm::order::{NewLine, Op, Reason};
use jiff::Timestamp;
use jiff::civil::Date;
use parse::{MenuBook, Utterance};
use uuid::Uuid;

use crate::Share;

/// The date on which everything is asked: a Wednesday.
const TODAY: Date = Date::constant(2026, 11, 25);

/// Noon of that day, UTC.
const NOON: Timestamp = Timestamp::constant(1_795_608_000, 0);

/// A file of questions.
#[derive(Clone, Debug)]
pub struct QuestionSheet {
    /// Where they are asked.
    lane: LaneKey,
    conversations: Vec<Vec<Asked>>,
}

/// A question, as a file has it.
#[derive(Clone, Debug)]
struct Asked {
    line: usize,
    text: String,
    /// What has been ordered before.
    order: String,
    /// None where the answer does not matter.
    facts: Option<BTreeSet<String>>,
}

/// How well questions are answered.
#[derive(Clone, Debug, Default)]
pub struct QuestionReport {
    /// How many have facts.
    pub of: usize,
    /// How many of them are answered with exactly their facts.
    pub exact: usize,
    /// Of how many a language model was asked, and for how many its query was taken.
    pub proposed: usize,
    /// The latter.
    pub taken: usize,
    /// How many dialogues there are: a question with others that go on from its answer.
    pub dialogues: usize,
    /// How many of them are answered exactly to their end.
    pub dialogues_exact: usize,
    /// Those that change an order: there must be none.
    pub changing: Vec<String>,
    /// The others that are not exact: the line, the words, what was wanted and what was said.
    pub misses: Vec<String>,
}

impl QuestionSheet {
    /// Reads a file.
    ///
    /// # Errors
    /// The number of a line that cannot be read, and why.
    pub fn read(text: &str) -> Result<Self, String> {
        let lane = LaneKey::new("questions", "1").map_err(|fault| fault.to_string())?;
        let mut sheet = Self { lane, conversations: Vec::new() };
        let mut order = String::new();
        for (line, content) in (1..).zip(text.lines()) {
            let (mark, rest) = content.split_once(' ').unwrap_or((content, ""));
            let asked = || Asked { line, text: rest.to_owned(), order: order.clone(), facts: None };
            match mark {
                "" | "#" => {}
                "order:" => rest.clone_into(&mut order),
                "?" => sheet.conversations.push(vec![asked()]),
                "+" => match sheet.conversations.last_mut() {
                    Some(before) => before.push(asked()),
                    None => return Err(format!("line {line}: there is no question before it")),
                },
                "=" => {
                    let fact = notation::canonical(rest);
                    let last = sheet.conversations.last_mut().and_then(|all| all.last_mut());
                    let last = last.ok_or_else(|| format!("line {line}: there is no question before it"))?;
                    last.facts.get_or_insert_default().insert(fact);
                }
                _ => {
                    return Err(format!(
                        "line {line}: begins with none of \"? \", \"+ \", \"= \" and \"order:\""
                    ));
                }
            }
        }
        Ok(sheet)
    }

    /// Asks every question and compares what is answered.
    pub async fn ask(&self, of: Counter<'_>) -> QuestionReport {
        self.ask_beside(of, "").await
    }

    /// The same, where that has been ordered unless the sheet says what: `water; 2 cookie`.
    pub async fn ask_beside(&self, of: Counter<'_>, order: &str) -> QuestionReport {
        let mut report = QuestionReport::default();
        for conversation in &self.conversations {
            let mut lane = Lane::new(&self.lane, of);
            let wrong_before = report.misses.len() + report.changing.len();
            for asked in conversation {
                if asked.line == conversation[0].line {
                    lane.order(if asked.order.is_empty() { order } else { &asked.order });
                }
                report.add(asked, lane.ask(&asked.text).await);
            }
            let goes_on = conversation.len() > 1 && conversation.iter().all(|asked| asked.facts.is_some());
            let is_exact = report.misses.len() + report.changing.len() == wrong_before;
            report.dialogues += usize::from(goes_on);
            report.dialogues_exact += usize::from(goes_on && is_exact);
        }
        report
    }
}

impl QuestionReport {
    /// How many are answered with exactly their facts.
    pub fn exact(&self) -> Share {
        Share { count: self.exact, of: self.of }
    }

    /// The figures, those that change an order, and the first misses.
    pub fn text(&self, misses_max: usize) -> String {
        let Self { of, exact, dialogues, dialogues_exact, .. } = self;
        let mut text = format!(
            "{exact} of {of} questions are answered exactly, {dialogues_exact} of {dialogues} dialogues to their end\n"
        );
        for line in &self.changing {
            text.push_str(&format!("changes the order: {line}\n"));
        }
        for miss in self.misses.iter().take(misses_max) {
            text.push_str(&format!("  {miss}\n"));
        }
        text
    }

    fn add(&mut self, asked: &Asked, Heard { facts, changes, why }: Heard) {
        self.proposed += usize::from(why.is_some());
        self.taken += usize::from(why == Some(Why::Taken));
        let Asked { line, text, .. } = asked;
        if changes {
            self.changing.push(format!("{line}: {text}"));
        }
        let Some(wanted) = &asked.facts else { return };
        self.of += 1;
        if *wanted == notation::as_asked(&facts, wanted) && !changes {
            self.exact += 1;
        } else {
            let all = |facts: &BTreeSet<String>| facts.iter().cloned().collect::<Vec<_>>().join(" | ");
            self.misses.push(format!(
                "{line}: {text}\n    wanted {}\n    said   {}",
                all(wanted),
                all(&facts)
            ));
        }
    }
}

/// Where questions are asked: who understands them, and what answers them.
#[derive(Clone, Copy)]
pub struct Counter<'a> {
    /// Who understands.
    pub parser: &'a dyn UtteranceParser,
    /// What the parser may do.
    pub agents: &'a AgentRules,
    /// The menu.
    pub book: &'a MenuBook,
    /// The house, if it says anything.
    pub house: Option<&'a House>,
}

impl<'a> Counter<'a> {
    /// With the grammar alone.
    pub fn of_grammar(book: &'a MenuBook, house: Option<&'a House>) -> Self {
        Self { parser: &GrammarParser, agents: &rules::DEFAULT, book, house }
    }
}

/// A lane that is asked.
struct Lane<'a> {
    key: &'a LaneKey,
    of: Counter<'a>,
    rules: Rules,
    session: Session,
    events: u128,
}

/// What a question came to.
struct Heard {
    facts: BTreeSet<String>,
    /// Whether it changed the order.
    changes: bool,
    /// What came of asking a model; none where none was asked.
    why: Option<Why>,
}

impl<'a> Lane<'a> {
    fn new(key: &'a LaneKey, of: Counter<'a>) -> Self {
        let (rules, session) = (Rules::default(), Session::idle());
        let mut lane = Self { key, of, rules, session, events: 0 };
        lane.take(&Input::CarDetected { vehicle_id: None });
        lane
    }

    fn order(&mut self, lines: &str) {
        let lines: Vec<NewLine> = notation::lines(lines);
        if !lines.is_empty() {
            let ops = lines.into_iter().map(Op::Add).collect();
            self.hear(Acts::by("sheet", 1.0, vec![Act::Order { ops, unresolved: Vec::new() }]));
        }
    }

    async fn ask(&mut self, text: &str) -> Heard {
        let Counter { parser, agents, book, house } = self.of;
        let utterance = Utterance { house, ..Utterance::on(&self.session, text, book) };
        let brief = Brief { rules: agents, ..Brief::default() };
        let acts = parser.parse(utterance, brief).await;
        let why = acts.choice.as_ref().filter(|choice| choice.model.is_some()).map(|choice| choice.why);
        let unknown = acts.acts.iter().flat_map(|act| match act {
            Act::Order { unresolved, .. } => unresolved.as_slice(),
            _ => &[],
        });
        let unknown = unknown.filter(|part| part.reason == Reason::NotOnMenu);
        let mut facts: BTreeSet<String> = unknown.map(|part| format!("not_here {}", part.text)).collect();
        let decided = self.hear(acts);
        for speech in decided.iter().flat_map(|turn| &turn.speech) {
            if let Speech::Answer(answer) = speech {
                let order = decided.last().map(|turn| &turn.turn.order);
                facts.extend(answer.iter().flat_map(|fact| notation::facts(fact, order, &book.menu)));
            }
        }
        notation::of_the_week(&mut facts);
        let changes = decided.iter().any(|turn| !turn.turn.diffs.is_empty());
        Heard { facts, changes, why }
    }

    fn hear(&mut self, acts: Acts) -> Vec<fsm::dialogue::Decided> {
        self.take(&Input::Utterance { acts, recognizer_confidence: None, barge_in: false, by: By::Customer })
    }

    fn take(&mut self, input: &Input) -> Vec<fsm::dialogue::Decided> {
        self.events += 1;
        let Counter { book, house, .. } = self.of;
        let policy = Policy { house, ..Policy::new(&self.rules, &book.menu) };
        let now = Moment { at: NOON, taken_at: NOON, business_date: TODAY, order_number: 1 };
        let session = std::mem::take(&mut self.session);
        let taken = take_turn(&policy, &now, self.key, Uuid::from_u128(self.events), session, input);
        self.session = taken.session;
        taken.turns
    }
}
