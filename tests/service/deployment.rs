//! The files that start Carhop in containers name only what there is.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::json;
use testbed::RedisServer;

use crate::command_line::check;
use crate::support::{PATIENCE, Service, Ticket, answer, ask, awaited, call, connected};

const COMPOSE: &str = include_str!("../../docker-compose.yml");
const PROXY: &str = include_str!("../../deploy/Caddyfile");
const DOCKERFILE: &str = include_str!("../../Dockerfile");
const KUBERNETES: &str = include_str!("../../deploy/kubernetes.yml");
/// How long a process may take to stop once it has drained, in seconds.
const STOP_SECONDS: u64 = 30;

#[test]
fn every_variable_of_the_containers_is_an_option() {
    let (help, _) = check(&["serve", "--help"], 0);
    let is_of_name = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    let named: BTreeSet<&str> = [COMPOSE, DOCKERFILE, KUBERNETES]
        .iter()
        .flat_map(|text| text.split(|letter| !is_of_name(letter)))
        .filter(|word| word.starts_with("CARHOP_"))
        .collect();
    assert!(named.contains("CARHOP_STORE") && named.contains("CARHOP_LISTEN"), "{named:?}");
    for name in named {
        assert!(help.contains(&format!("[env: {name}")), "{name} is not in\n{help}");
    }
}

/// The manifest of a kind.
fn manifest(kind: &str) -> &'static str {
    let found = KUBERNETES.split("\n---\n").find(|it| it.contains(&format!("\nkind: {kind}\n")));
    found.unwrap_or_else(|| panic!("there is no {kind}"))
}

/// The manifest of such a name.
fn manifest_of(name: &str) -> &'static str {
    let found = KUBERNETES.split("\n---\n").find(|it| it.contains(&format!("\n  name: {name}\n")));
    found.unwrap_or_else(|| panic!("there is no {name}"))
}

/// The value behind the first such key.
fn value<'a>(text: &'a str, key: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("{key}: ")).unwrap_or_else(|| panic!("there is no {key}"));
    rest.split(['\n', ',', '}']).next().unwrap().trim().trim_matches('"')
}

#[test]
fn the_manifests_fit_one_another_and_the_service() {
    let pods = manifest("StatefulSet");
    let number = |text: &str, key: &str| value(text, key).parse::<u64>().unwrap();
    let drain: u64 = {
        let (_, rest) = pods.split_once("CARHOP_DRAIN_SECONDS").unwrap();
        value(rest, "value").parse().unwrap()
    };
    let probe = pods.split_once("readinessProbe:").unwrap().1;
    let noticed =
        number(probe, "periodSeconds") * number(probe, "failureThreshold") + number(probe, "timeoutSeconds");
    assert!(drain > noticed, "a pod that drains for {drain} s is noticed after {noticed} s");
    assert!(number(pods, "terminationGracePeriodSeconds") >= drain + STOP_SECONDS);

    // What selects pods selects these.
    let labels = "{ app: carhop }";
    assert_eq!(pods.matches(&format!("labels: {labels}")).count(), 2);
    for (kind, key) in
        [("Service", "selector"), ("PodDisruptionBudget", "matchLabels"), ("NetworkPolicy", "matchLabels")]
    {
        assert!(manifest(kind).contains(&format!("{key}: {labels}")), "{kind}");
    }
    let scaler = manifest("HorizontalPodAutoscaler");
    assert!(scaler.contains("kind: StatefulSet, name: carhop"));
    let (least, most) = (number(scaler, "minReplicas"), number(scaler, "maxReplicas"));
    assert!(number(manifest("PodDisruptionBudget"), "minAvailable") < least && least < most);
    // Pods are counted by the scaler alone.
    assert!(!pods.contains("replicas:"));

    // Which Redis was used, and so that an emptied one is refused, outlives a pod; no ticket is acknowledged into its folder.
    let folders = pods.split_once("volumeClaimTemplates:").unwrap().1;
    assert!(pods.contains("{ name: data, mountPath: /data }"));
    assert!(value(folders, "name") == "data" && !pods.contains("emptyDir: "), "{folders}");
    assert!(value(manifest_of("carhop-pods"), "clusterIP") == "None");
    assert_eq!(value(pods, "serviceName"), "carhop-pods");
    let emitter = pods.split_once("CARHOP_POS_EMITTER").unwrap().1;
    assert_ne!(value(emitter, "value"), "file");

    // Ports are those of the container, and what is probed is answered at the door that is probed.
    for port in ["http", "health"] {
        assert!(pods.contains(&format!("name: {port}, containerPort:")));
        assert!(manifest("NetworkPolicy").contains(&format!("port: {port} }}")));
    }
    let folder = tempfile::tempdir().unwrap();
    let health = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let listen = health.to_string();
    let service = Service::start_on(folder.path(), &[("CARHOP_HEALTH_LISTEN", &listen)]);
    for path in pods.split("path: ").skip(1).map(|rest| rest.split(',').next().unwrap()) {
        assert_eq!(call(health, "GET", path, &[], b"").status, 200, "{path}");
    }
    let rate = value(scaler, "metric: { name").strip_suffix("_per_second").unwrap();
    assert!(service.get("/metrics").body.contains(&format!("{rate}_total")), "{rate}");
}

/// A program that is there to start from, typed to by a test.
struct Typed {
    child: Child,
    said: Receiver<String>,
}

impl Typed {
    /// The frontend.
    fn on(address: SocketAddr, silence_seconds: &str, letter_seconds: &str) -> Self {
        let url = format!("http://{address}");
        let seconds = [("LANE_SILENCE_SECONDS", silence_seconds), ("LANE_LETTER_SECONDS", letter_seconds)];
        Self::start("lane.py", &[&url, "d1", "1"], &seconds)
    }

    fn start(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut child = Command::new("python3")
            .args(["-u", &format!("{}/deploy/{program}", env!("CARGO_MANIFEST_DIR"))])
            .args(arguments)
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (send, said) = channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        Self { child, said }
    }

    fn types(&mut self, words: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{words}").unwrap();
    }

    /// Waits until something is said that has these words.
    #[track_caller]
    fn says(&self, words: &str) {
        let mut all = Vec::new();
        while let Ok(line) = self.said.recv_timeout(PATIENCE) {
            all.push(line);
            if all.last().unwrap().contains(words) {
                return;
            }
        }
        panic!("{words:?} was not said, but {all:?}");
    }
}

impl Drop for Typed {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_frontend_to_start_from_takes_an_order_and_sends_again_what_was_not_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::start_on(folder.path(), &[]);
    let address = service.address;
    let mut lane = Typed::on(address, "600", "0");
    lane.types("/car");
    lane.says("Welcome");
    lane.types("two cheeseburgers");
    lane.says("Two cheeseburgers");
    // What comes while the service is away is sent until it is back, and is taken once.
    service.kill();
    lane.types("and a large coke");
    thread::sleep(Duration::from_millis(500));
    let service = Service::start_with_options(folder.path(), &address.to_string(), &[]);
    lane.says("large Coke");
    lane.types("that's all");
    lane.says("Is that right?");
    lane.types("yes");
    lane.says("Thank you!");
    let now = service.lane("1").now();
    assert_eq!((&now["state"], now["turn"].as_u64()), (&json!("closing"), Some(5)), "{now:#}");
    assert_eq!(now["order"]["lines"].as_array().unwrap().len(), 2);
}

#[test]
fn the_frontend_to_start_from_hears_silence_and_stops_when_it_is_interrupted() {
    let service = Service::start();
    let mut quiet = Typed::on(service.address, "0.5", "0");
    quiet.types("/car");
    quiet.says("Welcome");
    quiet.says("");
    drop(quiet);
    let lane = service.lane("1");
    lane.take(json!({ "type": "car_left" }));
    // It would speak for a minute.
    let mut slow = Typed::on(service.address, "600", "2");
    slow.types("/car");
    slow.says("Welcome");
    slow.types("a cookie");
    slow.says("...");
    slow.says("chocolate chip cookie");
    let turn = lane.now();
    let event = service.audit(&turn)["entries"].as_array().unwrap().last().unwrap()["event"].clone();
    assert_eq!((&event["barge_in"], &turn["cancel_tts"]), (&json!(true), &json!(true)), "{event}");
}

#[test]
fn the_pos_to_start_from_accepts_tickets_and_nothing_that_is_not_signed() {
    let folder = tempfile::tempdir().unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let pos = Typed::start("pos.py", &[&path(""), "localhost"], &[("POS_PORT", &free.port().to_string())]);
    awaited("the POS", || connected(free).ok());
    let url = format!("https://localhost:{}/tickets", free.port());
    let service = Service::start_with(&[
        ("CARHOP_POS_EMITTER", "webhook"),
        ("CARHOP_WEBHOOK_URL", &url),
        ("CARHOP_WEBHOOK_ALLOW_LOOPBACK", "true"),
        ("CARHOP_WEBHOOK_SECRETS_FILE", &path("secret")),
        ("SSL_CERT_FILE", &path("certificate.pem")),
    ]);
    let ticket = Ticket::of(&service, &service.lane("1").confirmed("two cheeseburgers"));
    pos.says(&ticket.id);
    ticket.until("acknowledged");
    let unsigned = Command::new("curl")
        .args(["--silent", "--cacert", &path("certificate.pem"), "--write-out", "%{http_code}"])
        .args(["--output", "/dev/null", "--data", "{}", &url])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&unsigned.stdout), "401", "{unsigned:?}");
}

/// A Redis with the options of the containers.
pub fn redis() -> RedisServer {
    let command =
        COMPOSE.lines().find_map(|line| line.trim().strip_prefix("command: [redis-server, ")).unwrap();
    let options: Vec<&str> =
        command.trim_end_matches(']').split(", ").map(|word| word.trim_matches('"')).collect();
    RedisServer::start(&options)
}

#[test]
fn the_redis_of_the_containers_keeps_what_the_nodes_ask_it_to_keep() {
    let server = redis();
    let durability =
        COMPOSE.lines().find_map(|line| line.trim().strip_prefix("CARHOP_DURABILITY: ")).unwrap();
    let service = Service::start_with(&[("CARHOP_STORE", &server.url()), ("CARHOP_DURABILITY", durability)]);
    ask(service.address, "GET", "/readyz", "").json(200);
}

#[test]
fn the_proxy_of_the_containers_may_ask_each_node_by_its_name() {
    let hosts = COMPOSE.lines().find_map(|line| line.trim().strip_prefix("CARHOP_HOSTS: ")).unwrap();
    let service = Service::start_with(&[("CARHOP_HOSTS", hosts)]);
    let nodes = PROXY.lines().find_map(|line| line.trim().strip_prefix("reverse_proxy ")).unwrap();
    let nodes: Vec<&str> = nodes.trim_end_matches(" {").split(' ').collect();
    assert_eq!(nodes.len(), 2);
    for node in nodes {
        let mut stream = connected(service.address).unwrap();
        write!(stream, "GET /readyz HTTP/1.1\r\nhost: {node}\r\nconnection: close\r\n\r\n").unwrap();
        answer(&mut stream).unwrap().json(200);
    }
}
