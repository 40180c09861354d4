//! Frontends that are slow, that hang up, that come twice or too many at once; and an end that loses nothing.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::Output;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Lane, PATIENCE, Service, answer, awaited, carhop, connected, fresh_id, try_call};

/// The wait between two bytes of a frontend that sends them one by one.
const DRIP: Duration = Duration::from_millis(100);
/// How many events a lane has at most, with the one that it takes.
const AT_A_LANE: usize = 32;
/// How many more come at once.
const TOO_MANY: usize = 8;

#[test]
fn a_connection_that_sends_too_little_is_closed_while_others_are_served() {
    let service = Service::start();
    let address = service.address;
    let post = "POST /v1/drive-thrus/d1/lanes/1/events HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let (body_head, menu_head) = (
        format!("{post}content-length: 60000\r\n\r\n"),
        "PUT /v1/drive-thrus/d1/menu HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4000000\r\n\r\n"
            .to_owned(),
    );
    let chunked_head = format!("{post}transfer-encoding: chunked\r\n\r\n");
    let asked = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n".to_owned();
    thread::scope(|scope| {
        let sockets: Vec<_> = [
            ("silent from the start", String::new(), None),
            ("one letter", "P".to_owned(), None),
            ("half a head", post.to_owned(), None),
            ("silent after an answer", asked.clone(), None),
            ("a letter after an answer", asked + "P", None),
            ("no body", body_head.clone(), None),
            ("a head that drips", post.to_owned() + "x-drip: ", Some(&b"a"[..])),
            ("a body that drips", body_head, Some(b" ")),
            ("a menu that drips", menu_head, Some(b" ")),
            ("a body that drips in chunks", chunked_head, Some(b"1\r\n \r\n")),
        ]
        .into_iter()
        .map(|(name, start, drip)| (name, scope.spawn(move || close_awaited(address, &start, drip))))
        .collect();
        // Meanwhile the others are served.
        service.lane("1").confirmed("a cookie");
        service.lane("1").until_acknowledged();
        for (name, socket) in sockets {
            assert!(socket.join().unwrap(), "{name}: it was never closed");
        }
    });
    assert_eq!(service.get("/v1/drive-thrus/d1/menu").json(200)["name"], "Larkspur Burger Stand");
    assert_eq!(service.lane("1").now()["state"], "closing");
}

/// Sends the start, then drop after drop, until the service closes the connection. `false` if it never does.
fn close_awaited(address: SocketAddr, start: &str, drip: Option<&[u8]>) -> bool {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(start.as_bytes()).unwrap();
    stream.set_read_timeout(Some(DRIP)).unwrap();
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        match stream.read(&mut [0; 1024]) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => return true,
        }
        if drip.is_some_and(|drip| stream.write_all(drip).is_err()) {
            return true;
        }
    }
    false
}

#[test]
fn a_connection_that_takes_no_answers_is_closed() {
    let service = Service::start();
    let mut stream = TcpStream::connect(service.address).unwrap();
    stream.set_write_timeout(Some(DRIP)).unwrap();
    let requests = "GET /v1/drive-thrus/d1/menu HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(1000);
    let mut sent = 0;
    awaited("the end of the connection", || {
        match stream.write(&requests.as_bytes()[sent % requests.len()..]) {
            Ok(bytes) => {
                sent += bytes;
                None
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => None,
            Err(_) => Some(()),
        }
    });
    service.lane("1").car();
}

#[test]
fn a_frontend_that_hangs_up_does_not_cancel_its_turn() {
    let (service, lane) = Service::with_car();
    for turn in 2..12 {
        let body = json!({ "id": fresh_id(), "type": "utterance", "text": "a cookie" }).to_string();
        let mut stream = connected(service.address).unwrap();
        stream.write_all(request(&lane.path, &body).as_bytes()).unwrap();
        if turn % 2 == 0 {
            stream.shutdown(Shutdown::Both).unwrap();
        }
        drop(stream);
        let taken = awaited("the turn", || Some(lane.now()).filter(|now| now["turn"] == turn));
        let again = lane.send(&body);
        assert!(again.is_replayed());
        assert_eq!(again.json(200), taken);
    }
}

#[test]
fn an_event_that_breaks_off_anywhere_is_taken_once_when_it_comes_again() {
    let (service, lane) = Service::with_car();
    let mut turn = 1;
    let length = request(&lane.path, &json!({ "id": fresh_id(), "type": "barge_in" }).to_string()).len();
    for cut in (0..=length).rev().step_by(3) {
        let body = json!({ "id": fresh_id(), "type": "barge_in" }).to_string();
        let mut stream = connected(service.address).unwrap();
        stream.write_all(&request(&lane.path, &body).as_bytes()[..cut]).unwrap();
        drop(stream);
        turn += 1;
        assert_eq!(lane.send(&body).json(200)["turn"], turn, "cut after {cut} bytes");
        assert_eq!(lane.now()["turn"], turn, "cut after {cut} bytes");
    }
}

fn request(lane: &str, body: &str) -> String {
    format!("POST {lane}/events HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

#[test]
fn a_lane_has_32_events_at_once_and_takes_none_that_it_refuses() {
    let (service, lane) = Service::with_car();
    // The first event is not stored, and the lane is not free of it, until this lets go.
    let database = rusqlite::Connection::open(service.data().join("carhop.db")).unwrap();
    database.busy_timeout(PATIENCE).unwrap();
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (answered, answers) = mpsc::channel();
    for _ in 0..AT_A_LANE + TOO_MANY {
        let (answered, lane) = (answered.clone(), lane.clone());
        thread::spawn(move || {
            let body = json!({ "id": fresh_id(), "type": "barge_in" }).to_string();
            answered.send((lane.send(&body), body))
        });
    }
    drop(answered);
    let refused: Vec<_> = answers.iter().take(TOO_MANY).collect();
    for (answer, _) in &refused {
        answer.problem(503, "lane-busy");
    }
    database.execute_batch("COMMIT").unwrap();
    for (answer, _) in answers.iter().take(AT_A_LANE) {
        answer.json(200);
    }
    assert_eq!(lane.now()["turn"], 1 + AT_A_LANE);
    for (_, body) in refused {
        let again = lane.send(&body);
        assert!(again.status == 200 && !again.is_replayed(), "{again:#?}");
    }
}

#[test]
fn a_service_that_is_told_to_stop_finishes_the_turns_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::start_on(folder.path(), &[]);
    let lane = service.lane("1");
    lane.car();
    let body = json!({ "id": fresh_id(), "type": "utterance", "text": "a cookie" }).to_string();
    // Once the service asks for the body, the request is under way.
    let mut stream = connected(service.address).unwrap();
    let head =
        request(&lane.path, &body).replace("host: localhost", "host: localhost\r\nexpect: 100-continue");
    stream.write_all(&head.as_bytes()[..head.len() - body.len()]).unwrap();
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    service.terminate();
    awaited("the closed door", || TcpStream::connect(service.address).err());
    stream.write_all(body.as_bytes()).unwrap();
    let taken = answer(&mut stream).unwrap();
    assert_eq!(taken.json(200)["turn"], 2);
    assert_eq!(service.ended().code(), Some(0));

    let service = Service::start_on(folder.path(), &[]);
    service.lane("1").send(&body).repeats(&taken.body);
}

#[test]
fn a_service_that_is_told_to_stop_under_load_keeps_every_turn_that_it_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::start_on(folder.path(), &[]);
    let lanes: Vec<_> = (0..4).map(|lane| service.lane(&format!("{lane}"))).collect();
    lanes.iter().for_each(|lane| drop(lane.car()));
    let answered: Vec<_> = thread::scope(|scope| {
        let senders: Vec<_> =
            lanes.iter().map(|lane| scope.spawn(move || until_the_door_is_closed(lane))).collect();
        awaited("some turns", || {
            lanes.iter().all(|lane| lane.now()["turn"].as_u64() > Some(5)).then_some(())
        });
        service.terminate();
        senders.into_iter().map(|sender| sender.join().unwrap()).collect()
    });
    assert_eq!(service.ended().code(), Some(0));
    let service = Service::start_on(folder.path(), &[]);
    for (lane, answered) in lanes.iter().zip(answered) {
        assert!(answered.len() >= 5);
        for (body, answer) in answered {
            Lane { address: service.address, ..lane.clone() }.send(&body).repeats(&answer);
        }
    }
}

/// Sends event after event. Gives those that were answered, with the answers.
fn until_the_door_is_closed(lane: &Lane) -> Vec<(String, String)> {
    let mut answered = Vec::new();
    loop {
        let body = json!({ "id": fresh_id(), "type": "barge_in" }).to_string();
        let path = format!("{}/events", lane.path);
        match try_call(lane.address, "POST", &path, &[], body.as_bytes()) {
            Ok(answer) if answer.status == 200 => answered.push((body, answer.body)),
            Ok(answer) => drop(answer.problem(503, "store-unavailable")),
            Err(_) => return answered,
        }
    }
}

#[test]
fn a_data_folder_is_one_service_s_alone() {
    let service = Service::start();
    let data = service.data().to_str().unwrap();
    for store in ["sqlite:", "memory:"] {
        let second = run(&["serve", "--listen", "127.0.0.1:0", "--data", data, "--store", store]);
        check_refused(&second, "is in use by another process");
    }
    service.lane("1").confirmed("a cookie");
    service.lane("1").until_acknowledged();
    assert_eq!(service.tickets().len(), 1);
}

#[test]
fn a_data_folder_is_free_again_after_a_crash() {
    let service = Service::start();
    service.lane("1").car();
    assert_eq!(service.restarted().lane("1").now()["turn"], 1);
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let second = run(&["serve", "--listen", &address, "--data", folder.path().to_str().unwrap()]);
    check_refused(&second, &format!("cannot listen on {address}"));
}

#[test]
fn a_data_folder_that_cannot_be_made_is_told() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let data = file.path().join("data");
    let refused = run(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()]);
    check_refused(&refused, "cannot create");
}

fn run(arguments: &[&str]) -> Output {
    carhop(arguments).output().unwrap()
}

#[track_caller]
fn check_refused(output: &Output, why: &str) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.starts_with("carhop: ") && told.contains(why), "{told}");
    assert!(output.stdout.is_empty());
}
