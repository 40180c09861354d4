//! Many readers of many lanes at once.

use std::thread;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::runtime::Builder;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Lane, PATIENCE, Service, memory_kib};

const LANES: usize = 50;
const BOARDS_A_LANE: usize = 10;
/// How many turns each lane takes, in a normal run and in a nightly one.
const TURNS: u64 = 12;
const TURNS_NIGHTLY: u64 = 240;
/// How long a lane waits between its turns: a car that speaks twice a second, on every lane.
const PACE: Duration = Duration::from_millis(500);

/// Every board is told of every turn of its lane, once and in order. How long that takes is only told: machines differ.
#[test]
fn every_turn_of_fifty_lanes_comes_to_five_hundred_boards() {
    let turns = if testbed::is_nightly() { TURNS_NIGHTLY } else { TURNS };
    let service = Service::start();
    let lanes: Vec<Lane> = (0..LANES).map(|lane| service.lane(&lane.to_string())).collect();
    for lane in &lanes {
        lane.car();
    }
    let before = memory_kib(&service, "VmRSS");
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let boards = runtime.block_on(async {
        let opening = (0..LANES * BOARDS_A_LANE).map(|board| open(&lanes[board % LANES]));
        futures_util::future::join_all(opening).await
    });
    let with_boards = memory_kib(&service, "VmRSS");
    let boards: Vec<_> = boards.into_iter().map(|board| runtime.spawn(follow(board, turns))).collect();
    let start = Instant::now();
    let driven: Vec<Vec<Sent>> = thread::scope(|scope| {
        // Lanes do not speak in time with each other.
        let begin = |place| start + PACE * u32::try_from(place).unwrap() / u32::try_from(LANES).unwrap();
        let drivers = lanes
            .iter()
            .enumerate()
            .map(|(place, lane)| scope.spawn(move || drive(lane, turns, begin(place))));
        drivers.collect::<Vec<_>>().into_iter().map(|driver| driver.join().unwrap()).collect()
    });
    let mut answering: Vec<Duration> = driven.iter().flatten().map(|sent| sent.answered - sent.at).collect();
    let (mut arriving, mut arriving_after): (Vec<Duration>, Vec<Duration>) = (Vec::new(), Vec::new());
    for (board, arrived) in boards.into_iter().enumerate() {
        for (sent, came) in driven[board % LANES].iter().zip(runtime.block_on(arrived).unwrap()) {
            arriving.push(came - sent.at);
            arriving_after.push(came.saturating_duration_since(sent.answered));
        }
    }
    assert_eq!(arriving.len() as u64, turns * (LANES * BOARDS_A_LANE) as u64);
    println!(
        "{} turns to {} boards, half, 99 % and 99.9 % of them within: {} from the event to its answer, {} to a board, {} from the answer to a board; {} KB a board",
        turns * LANES as u64,
        LANES * BOARDS_A_LANE,
        within(&mut answering),
        within(&mut arriving),
        within(&mut arriving_after),
        with_boards.saturating_sub(before) / (LANES * BOARDS_A_LANE) as u64,
    );
}

fn within(delays: &mut [Duration]) -> String {
    delays.sort();
    let ms = [500, 990, 999]
        .map(|share| format!("{:.1}", delays[delays.len() * share / 1000].as_secs_f64() * 1e3));
    format!("{} ms", ms.join(", "))
}

type Board = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// Opens a board, again and again as boards do: the service hangs up on who is too slow with the head of a request, which five
/// hundred on a busy machine may be.
async fn open(lane: &Lane) -> Board {
    let started = Instant::now();
    loop {
        match connect_async(format!("ws://{}{}/ws", lane.address, lane.path)).await {
            Ok((board, _)) => return board,
            Err(error) => {
                assert!(started.elapsed() < PATIENCE, "a board of {} is not opened: {error}", lane.path);
                println!("a board of {} is opened again: {error}", lane.path);
            }
        }
    }
}

/// Reads turns until it has all, and gives when each came.
async fn follow(mut board: Board, turns: u64) -> Vec<Instant> {
    let mut came = Vec::new();
    let mut lane: Option<Value> = None;
    while (came.len() as u64) < turns {
        let message = tokio::time::timeout(PATIENCE, board.next()).await.expect("a turn comes");
        let Message::Text(text) = message.unwrap().unwrap() else { continue };
        let now = Instant::now();
        let turn: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(turn["turn"], json!(came.len() + 2));
        assert_eq!(*lane.get_or_insert_with(|| turn["lane"].clone()), turn["lane"]);
        came.push(now);
    }
    came
}

/// When an event was sent, and when it was answered, which is when its turn was committed or a little later.
struct Sent {
    at: Instant,
    answered: Instant,
}

fn drive(lane: &Lane, turns: u64, begin: Instant) -> Vec<Sent> {
    let turn = |turn: u64| {
        let due = begin + PACE * u32::try_from(turn).unwrap();
        thread::sleep(due.saturating_duration_since(Instant::now()));
        let at = Instant::now();
        match turn % 4 {
            0 => lane.say("two cheeseburgers, no pickles, and a large coke"),
            1 => lane.say("make one of them a double"),
            2 => lane.take(json!({ "type": "tap", "act": "set_quantity", "line_id": "L1", "quantity": 3 })),
            _ => lane.say("remove everything"),
        };
        Sent { at, answered: Instant::now() }
    };
    (0..turns).map(turn).collect()
}
