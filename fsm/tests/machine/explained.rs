//! Who watches how rules are asked sees what they decide, and changes nothing.

use std::collections::BTreeSet;
use std::mem;
use std::sync::Mutex;

use fsm::dialogue::{Taken, take_turn};
use fsm::house_rules::{Asking, Barred, Fired, Point, Verdict, Witness};
use fsm::ids::RuleId;
use fsm::machine::{Policy, Rules, RulesInUse, Session};
use strum::VariantArray as _;
use uuid::Uuid;

use crate::support::random::{Chance, Trace, Words};
use crate::support::random_rules::house_rules;
use crate::support::{burgers, coffees, lane_key, moment};

const DOCUMENTS: u64 = 300;
const TURNS_PER_DOCUMENT: u64 = 60;

#[derive(Debug, Default)]
struct Watching(Mutex<Vec<Asking>>);

impl Witness for Watching {
    fn asked(&self, asking: Asking) {
        self.0.lock().unwrap().push(asking);
    }
}

#[test]
fn what_is_explained_is_what_was_decided() {
    let (mut chance, seed) = Chance::seeded(20_261_127);
    let mut trace = Trace { seed, turn: 0, last: None };
    let rules = Rules::default();
    let (mut points, mut verdicts) = (BTreeSet::new(), BTreeSet::new());
    for document in 0..DOCUMENTS {
        let menu = if document % 2 == 0 { burgers() } else { coffees() };
        let words = Words::of(&menu);
        let house = house_rules(&mut chance, &menu);
        let mut session = Session::idle();
        for _ in 0..TURNS_PER_DOCUMENT {
            trace.turn += 1;
            let input = &*trace.last.insert(words.input(&mut chance, &session));
            let (number, event_id) = (u32::try_from(trace.turn).unwrap(), Uuid::from_u128(trace.turn.into()));
            let (now, key, watching) = (moment(number), lane_key(), Watching::default());
            let unwatched = Policy {
                house_rules: RulesInUse { session: Some(&house), newest: Some(&house) },
                ..Policy::new(&rules, &menu)
            };
            let policy = Policy { witness: Some(&watching), ..unwatched };
            let mut had = menu.clone();
            for Barred { item, bar, substitutes } in
                house.barred(&session.rule_facts(&policy, now.at, key.lane()), &menu)
            {
                had.bar(&item, bar, substitutes);
            }
            let before = mem::take(&mut session);
            let asked = before.question().and_then(|question| Some(question.house.as_ref()?.rule.clone()));
            let take = |policy: &Policy<'_>, session| {
                take_turn(&Policy { menu: &had, ..*policy }, &now, &key, event_id, session, input)
            };
            let taken = take(&policy, before.clone());
            let askings = watching.0.into_inner().unwrap();
            check(asked.as_ref(), &taken, &askings);
            points.extend(askings.iter().map(|asking| asking.at.to_string()));
            let rules = askings.iter().flat_map(|asking| &asking.rules);
            verdicts.extend(rules.map(|asked| asked.verdict.to_string()));
            let alone = take(&unwatched, before);
            assert_eq!(stored(&alone), stored(&taken), "who watches changes nothing");
            session = taken.session;
        }
    }
    assert_eq!(points.len(), Point::VARIANTS.len(), "{points:?}");
    // Random rules count on every day.
    assert_eq!(verdicts.len(), 5, "{verdicts:?}");
}

/// The rule of the house whose question waited before the turn, if one did, decides again when it is answered.
fn check(waiting: Option<&RuleId>, taken: &Taken, askings: &[Asking]) {
    for asking in askings {
        let mut asked = asking.rules.iter().map(|asked| asked.verdict);
        // Each line goes to the first price for it, and so all are asked.
        if asking.at != Point::Price && asked.any(|verdict| verdict == Verdict::Decided) {
            assert!(asked.all(|verdict| verdict == Verdict::NotAsked), "{asking:?}");
        }
    }
    let decided = |at: Point| {
        let askings = askings.iter().filter(move |asking| asking.at == at);
        let asked = askings.flat_map(|asking| &asking.rules);
        asked
            .filter(|asked| asked.verdict == Verdict::Decided)
            .map(|asked| &asked.rule)
            .collect::<Vec<&RuleId>>()
    };
    let turns = taken.turns.iter().map(|decided| &decided.turn);
    for turn in turns.clone() {
        for Fired { at, rule } in &turn.fired {
            let asks = matches!(at, Point::AfterAdd | Point::BeforeSummary | Point::BeforeClose);
            let is_answered = asks && waiting == Some(rule);
            assert!(is_answered || decided(*at).contains(&rule), "{rule} fired at {at}: {askings:?}");
        }
    }
    let fired: Vec<&Fired> = turns.flat_map(|turn| &turn.fired).collect();
    for at in [Point::Arrival, Point::Crew] {
        for rule in decided(at) {
            assert!(
                fired.iter().any(|fired| fired.at == at && fired.rule == *rule),
                "{rule} decided at {at}"
            );
        }
    }
}

fn stored(taken: &Taken) -> String {
    let turns: Vec<_> = taken.turns.iter().map(|decided| &decided.turn).collect();
    serde_json::to_string(&(turns, &taken.session)).unwrap()
}
