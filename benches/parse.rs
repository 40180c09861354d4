//! The deterministic parser alone: orders of several lengths, menus of several lengths, and compiling both the menus'
//! words and those of the language.

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use fsm::dialogue::Act;
use fsm::machine::Expectation;
use parse::{Index, Languages, MenuBook, Utterance, read};

use crate::menus::SampleMenu;
use crate::scene::{ORDERS, Scene};

/// The lengths of the menus, in items.
const MENUS: [usize; 3] = [50, 250, 1000];
/// The length of the menu of all other benchmarks.
const ITEMS: usize = 250;
/// How many different orders take turns.
const TURNS: usize = 200;
/// Where the English pack is.
const ENGLISH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/parse/languages/en");

/// Aims: at twelve words on 250 items half of the calls within 30 µs and 99 % within 200; linear in the words; on 1000
/// items at most twice as long as on 250; such a menu compiled within 20 ms.
pub fn bench(criterion: &mut Criterion) {
    burgers(criterion);
    single_calls(criterion);
    words(criterion);
    items(criterion);
    compile(criterion);
}

fn alone<'a>(text: &'a str, book: &'a MenuBook) -> Utterance<'a> {
    Utterance::alone(text, Expectation::FreeFormOrdering, book)
}

fn burgers(criterion: &mut Criterion) {
    let scene = Scene::open();
    let mut group = criterion.benchmark_group("parse");
    for (name, text) in ORDERS {
        assert_eq!(format!("{} words", text.split(' ').count()), name);
        let utterance = alone(text, &scene.book);
        assert!(matches!(read(utterance).acts[..], [Act::Order { .. }]));
        group.bench_function(name, |bencher| bencher.iter(|| read(black_box(utterance))));
    }
    group.finish();
}

/// Each call is timed by itself, since a mean hides the slow ones.
fn single_calls(criterion: &mut Criterion) {
    let mut sample = SampleMenu::of(ITEMS);
    let orders = sample.orders(12, TURNS);
    let mut calls: Vec<Duration> = Vec::new();
    criterion.bench_function("parse/12 words of 250 items, call by call", |bencher| {
        bencher.iter_custom(|count| {
            let before = calls.len();
            for at in 0..count {
                let utterance = alone(&orders[usize::try_from(at).unwrap() % TURNS], &sample.book);
                let start = Instant::now();
                black_box(read(black_box(utterance)));
                calls.push(start.elapsed());
            }
            calls[before..].iter().sum()
        });
    });
    calls.sort_unstable();
    let share = |per_mille: usize| calls[calls.len() * per_mille / 1000];
    if !calls.is_empty() {
        let (count, half, most) = (calls.len(), share(500), share(990));
        println!(
            "parse/12 words of 250 items: p50 {half:?}, p99 {most:?} of {count} calls of {TURNS} orders"
        );
    }
}

fn words(criterion: &mut Criterion) {
    let mut sample = SampleMenu::of(ITEMS);
    let mut group = criterion.benchmark_group("parse/words");
    for words in [5, 20, 80, 320] {
        let orders = sample.orders(words, TURNS);
        group.throughput(Throughput::Elements(words as u64));
        group.bench_function(BenchmarkId::from_parameter(words), |bencher| {
            let mut turns = orders.iter().cycle();
            bencher.iter(|| read(alone(black_box(turns.next().unwrap()), &sample.book)));
        });
    }
    group.finish();
}

/// The same orders on all menus: the shorter ones are the beginnings of the longer ones.
fn items(criterion: &mut Criterion) {
    let orders = SampleMenu::of(MENUS[0]).orders(12, TURNS);
    let mut group = criterion.benchmark_group("parse/items");
    for items in MENUS {
        let sample = SampleMenu::of(items);
        group.bench_function(BenchmarkId::from_parameter(items), |bencher| {
            let mut turns = orders.iter().cycle();
            bencher.iter(|| read(alone(black_box(turns.next().unwrap()), &sample.book)));
        });
    }
    group.finish();
}

fn compile(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("compile");
    for items in MENUS {
        let (sample, languages) = (SampleMenu::of(items), Languages::default());
        group.bench_function(BenchmarkId::new("items", items), |bencher| {
            bencher.iter(|| Index::compile(black_box(&sample.book.menu), &languages));
        });
    }
    let files = fs::read_dir(ENGLISH).unwrap().map(|file| file.unwrap().path());
    let texts: Vec<(String, String)> =
        files.map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap())).collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    group.bench_function("language", |bencher| {
        bencher.iter(|| Languages::default().add("en", black_box(&files)).unwrap());
    });
    group.finish();
}
