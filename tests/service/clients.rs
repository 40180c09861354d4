//! The clients in other languages: they are what the document says, and send an event until it is answered, once.

use std::fs;
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::emitters::Call;
use crate::keys;
use crate::support::{Service, fresh_id};

const EVENTS: &str = "/v1/drive-thrus/demo/lanes/1/events";

/// The client for TypeScript, with what it is made of.
static TYPESCRIPT: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = clients().join("typescript");
    let install = "npm ls > /dev/null 2>&1 || npm ci --ignore-scripts --no-audit --no-fund";
    run(Command::new("sh").args(["-c", install]).current_dir(&folder));
    folder
});

/// The same as JavaScript. Its types are checked with that, and those of the example.
static JAVASCRIPT: LazyLock<PathBuf> = LazyLock::new(|| {
    run(Command::new("npm").args(["run", "--silent", "prepare"]).current_dir(&*TYPESCRIPT));
    TYPESCRIPT.join("dist")
});

fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("clients")
}

/// Runs a program to its end. What it printed.
#[track_caller]
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{command:?}: {out}{err}");
    out
}

#[test]
fn they_are_what_the_document_says() {
    let made = TempDir::new().unwrap();
    let document = made.path().join("openapi.json");
    fs::write(&document, Service::start().get("/openapi.json").body).unwrap();
    let generate =
        [("node", TYPESCRIPT.join("generate.mjs")), ("python3", clients().join("python/generate.py"))];
    for (interpreter, program) in generate {
        run(Command::new(interpreter).arg(program).arg(&document).arg(made.path()));
    }
    for kept in ["typescript/src/schema.ts", "python/carhop/schema.py", "python/carhop/calls.py"] {
        let made = made.path().join(Path::new(kept).file_name().unwrap());
        let kept = clients().join(kept);
        if std::env::var_os("CARHOP_WRITE_CLIENTS").is_some() {
            fs::copy(made, kept).unwrap();
        } else {
            let is_same = fs::read(made).unwrap() == fs::read(&kept).unwrap();
            assert!(is_same, "{} is of another document: `cargo xtask clients` writes it", kept.display());
        }
    }
}

/// A client: what runs it, its example, and a program that sends an event.
struct Client {
    interpreter: &'static str,
    example: PathBuf,
    send: &'static str,
}

impl Client {
    fn each() -> [Self; 2] {
        let typescript =
            Self { interpreter: "node", example: JAVASCRIPT.join("example.js"), send: "send.mjs" };
        let python =
            Self { interpreter: "python3", example: clients().join("python/example.py"), send: "send.py" };
        [typescript, python]
    }

    /// What came of an event: its turn, or what the error of the client says.
    #[track_caller]
    fn send(&self, address: SocketAddr, event: &Value, key: &str) -> Value {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/service/clients").join(self.send);
        let mut command = self.command(&program, address);
        serde_json::from_str(&run(command.args([&event.to_string(), key]))).unwrap()
    }

    fn command(&self, program: &Path, address: SocketAddr) -> Command {
        let mut command = Command::new(self.interpreter);
        command.arg(program).arg(format!("http://{address}"));
        command.env("PYTHONPATH", clients().join("python")).env("PYTHONDONTWRITEBYTECODE", "1");
        command
    }
}

#[test]
fn their_examples_take_an_order_from_the_car_to_a_ticket_that_the_pos_has_taken() {
    for client in Client::each() {
        let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
        let said = run(&mut client.command(&client.example, service.address));
        assert!(said.ends_with("\norder 1: 10.37, acknowledged\n"), "{said}");
        let now = service.lane_of("demo", "1").now();
        assert_eq!((&now["turn"], &now["state"]), (&json!(5), &json!("closing")), "{now:#}");
        assert_eq!(now["ticket"]["status"], "acknowledged", "{now:#}");
    }
}

/// What a door does with the next event.
#[derive(Clone, Copy)]
enum Door {
    /// It closes the connection.
    Slams,
    /// It lets the event in and loses its answer.
    Swallows,
    /// It sends the caller away, with a status and the seconds after which to come again.
    Sends(&'static str, u32),
}

/// A door before a service, which does so with the first events, and lets in those that follow. Tells what each was.
fn door(service: &Service, does: &'static [Door]) -> (SocketAddr, Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, inside) = (listener.local_addr().unwrap(), service.address);
    let (tell, told) = channel();
    thread::spawn(move || {
        let mut does = does.iter();
        for mut stream in listener.incoming().map_while(Result::ok) {
            let Some(call) = Call::read(&mut stream) else { continue };
            let event = call.message();
            let let_in = || crate::support::call(inside, "POST", EVENTS, &[], call.body.as_bytes());
            match does.next() {
                Some(Door::Slams) => {}
                Some(Door::Swallows) => drop(let_in()),
                Some(Door::Sends(status, seconds)) => {
                    say(
                        &mut stream,
                        &format!("HTTP/1.1 {status}\r\nretry-after: {seconds}"),
                        "<h1>Later</h1>",
                    );
                }
                None => {
                    let answer = let_in();
                    let kind = answer.header("content-type").unwrap();
                    say(
                        &mut stream,
                        &format!("HTTP/1.1 {} -\r\ncontent-type: {kind}", answer.status),
                        &answer.body,
                    );
                }
            }
            if tell.send(event).is_err() {
                return;
            }
        }
    });
    (address, told)
}

/// Answers a call. Who called may be gone.
fn say(stream: &mut TcpStream, head: &str, body: &str) {
    let _ = write!(stream, "{head}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
}

#[test]
fn an_event_is_sent_with_one_id_until_it_is_answered_and_is_taken_once() {
    use Door::{Sends, Slams, Swallows};
    let stumbles = &[Slams, Sends("503 Busy", 1), Swallows, Sends("429 Too Many", 0), Sends("502 Gone", 0)];
    for client in Client::each() {
        let service = Service::start();
        let (address, told) = door(&service, stumbles);
        let turn = client.send(address, &json!({ "type": "car_detected" }), "");
        let sent: Vec<Value> = told.try_iter().collect();
        assert_eq!(sent.len(), stumbles.len() + 1, "{sent:#?}");
        assert!(sent.iter().all(|event| *event == sent[0]), "{sent:#?}");
        assert_eq!((&turn["event_id"], &turn["turn"]), (&sent[0]["id"], &json!(1)), "{turn:#}");
        assert_eq!(service.audit(&turn)["entries"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn who_is_to_come_again_too_late_is_told_at_once() {
    let service = Service::start();
    for client in Client::each() {
        let (address, told) = door(&service, &[Door::Sends("503 Busy", 3600)]);
        let error = client.send(address, &json!({ "type": "car_detected" }), "");
        assert_eq!((&error["status"], &error["title"]), (&json!(503), &json!("Busy")), "{error:#}");
        assert_eq!(told.try_iter().count(), 1);
    }
}

#[test]
fn what_is_refused_is_an_error_with_its_field_and_is_not_sent_again() {
    let service = Service::start();
    for client in Client::each() {
        let (address, told) = door(&service, &[]);
        client.send(address, &json!({ "type": "car_detected" }), "");
        let id = fresh_id();
        let error = client.send(address, &json!({ "id": id, "type": "utterance", "text": "" }), "");
        let problem = service
            .post(EVENTS, &json!({ "id": id, "type": "utterance", "text": "" }))
            .problem(422, "invalid-event");
        assert_eq!(error["code"], "invalid-event", "{error:#}");
        for member in ["status", "field", "title", "detail"] {
            assert_eq!(error[member], problem[member], "{member}");
        }
        assert_eq!(told.try_iter().count(), 2);
    }
}

#[test]
fn a_wrong_key_is_an_error_and_the_right_one_is_taken() {
    let folder = TempDir::new().unwrap();
    let right = keys::create(folder.path(), &["frontend", "--scope", "lane", "--drive-thru", "demo"]);
    let service = Service::start_on(folder.path(), &[]);
    for client in Client::each() {
        let error = client.send(service.address, &json!({ "type": "car_detected" }), &format!("{right}0"));
        assert_eq!((&error["status"], &error["code"]), (&json!(401), &json!("unauthenticated")), "{error:#}");
        let turn = client.send(service.address, &json!({ "type": "car_detected" }), &right);
        assert_eq!(turn["state"], "ordering", "{turn:#}");
    }
}
