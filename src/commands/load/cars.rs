//! What cars say: the events of transcripts.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use lanes::event::LaneEvent;
use serde_json::Value;
use transcript::input::{Input, LANE};
use transcript::{Transcript, menu_file};

use crate::commands::replay;
use crate::wiring::menus;

macro_rules! fixture {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../fixtures/transcripts/", $name, ".txt")))
    };
}

/// The cars that come with Carhop: most order in a few words, some change their mind, ask, fall silent, interrupt or touch the board.
const USUAL: [(&str, &str); 12] = [
    fixture!("a-coke-and-thats-it-takes-two-rows"),
    fixture!("okay-no-fries"),
    fixture!("a-sprite-has-no-default-size-so-done-waits"),
    fixture!("the-drink-that-was-given-is-never-asked-for"),
    fixture!("sure-and-larger-takes-the-offer-and-its-size"),
    fixture!("an-okay-before-a-change-takes-no-offer"),
    fixture!("the-drink-of-a-combo-is-asked-for-once"),
    fixture!("two-cheeseburgers-with-the-fries-that-go-with-them"),
    fixture!("a-barge-in-with-words-is-one-turn"),
    fixture!("silence-keeps-the-question-and-the-summary-open"),
    fixture!("after-the-yes-a-sundae-is-added-and-confirmed"),
    fixture!("questions-about-the-menu-are-answered-in-every-state"),
];

/// A car: all that it says and does, from its arrival on.
#[derive(Debug)]
pub struct Car {
    /// The transcript that it is from.
    pub name: String,
    /// The file name of the menu that it orders from.
    pub menu: String,
    /// Its events. The last one is that it leaves.
    pub events: Vec<LaneEvent>,
}

/// The cars that come with Carhop.
///
/// # Errors
/// If they cannot be read.
pub fn usual() -> anyhow::Result<Vec<Car>> {
    let sample = menu_named(&menus::document(None)?);
    let mut cars = Vec::new();
    for (name, text) in USUAL {
        cars.extend(of_transcript(name, text, |file| sample.clone().unwrap_or_else(|| file.to_owned()))?);
    }
    Ok(cars)
}

/// The cars of transcripts.
///
/// # Errors
/// What cannot be read, or that there are none.
pub fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<Car>> {
    let mut cars = Vec::new();
    for file in replay::files(paths)? {
        let text =
            std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let menu = |name: &str| menu_beside(&file, name).unwrap_or_else(|| name.to_owned());
        cars.extend(of_transcript(&file.display().to_string(), &text, menu)?);
    }
    if cars.is_empty() {
        bail!("no car comes to lane {LANE} in these transcripts");
    }
    Ok(cars)
}

/// The cars of a transcript that come to its first lane. What the restaurant and its POS do in it is left out: here they do
/// something of their own.
fn of_transcript(name: &str, text: &str, menu_of: impl Fn(&str) -> String) -> anyhow::Result<Vec<Car>> {
    let transcript = Transcript::parse(text).with_context(|| name.to_owned())?;
    let menu = menu_of(&transcript.settings().menu);
    let mut cars: Vec<Car> = Vec::new();
    let mut is_here = false;
    for input in transcript.inputs() {
        let Input::Lane { lane, is_stale: false, event, .. } = input else { continue };
        if lane != LANE {
            continue;
        }
        let comes = matches!(event, LaneEvent::CarDetected(_));
        if comes {
            cars.push(Car { name: name.to_owned(), menu: menu.clone(), events: Vec::new() });
        }
        is_here = (is_here || comes) && *event != LaneEvent::CarLeft;
        if let Some(car) = cars.last_mut().filter(|_| is_here) {
            car.events.push(event.clone());
        }
    }
    cars.iter_mut().for_each(|car| car.events.push(LaneEvent::CarLeft));
    Ok(cars)
}

/// What a menu is called by transcripts, if its file lies beside them.
fn menu_beside(transcript: &Path, name: &str) -> Option<String> {
    let file = replay::menus_beside(transcript).join(name);
    menu_named(&menus::read(&file).ok()?)
}

fn menu_named(document: &Value) -> Option<String> {
    document["id"].as_str().map(menu_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_car_that_comes_with_carhop_comes_once_and_leaves() {
        let cars = usual().unwrap();
        assert_eq!(cars.len(), USUAL.len());
        for car in &cars {
            let [first, .., last] = &car.events[..] else { panic!("{car:?}") };
            assert!(matches!(first, LaneEvent::CarDetected(_)), "{car:?}");
            assert_eq!(*last, LaneEvent::CarLeft, "{car:?}");
        }
        let said: Vec<_> = cars.iter().flat_map(|car| &car.events).collect();
        for event in [
            |event: &LaneEvent| *event == LaneEvent::BargeIn,
            |event: &LaneEvent| matches!(event, LaneEvent::Silence(_)),
            |event: &LaneEvent| matches!(event, LaneEvent::Utterance(said) if said.barge_in),
        ] {
            assert!(said.iter().any(|said| event(said)));
        }
    }

    #[test]
    fn only_what_cars_do_on_the_first_lane_is_taken_of_a_transcript() {
        let text = "# Two cars\nmenu: burger.json\n\n> \"a coke\"\n> car\n> \"a coke\"\n> lane 2: car\n> pos acknowledges\n> restart\n> again\n\
                    > car leaves\n> silence 30\n> car\n> stale \"a coke\"\n";
        let cars = of_transcript("two", text, str::to_owned).unwrap();
        let counts: Vec<usize> = cars.iter().map(|car| car.events.len()).collect();
        assert_eq!(counts, [3, 2]);
        assert_eq!(cars[0].menu, "burger.json");
    }
}
