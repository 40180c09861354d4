//! The files that start Carhop in containers name only what there is.

use std::collections::BTreeSet;
use std::io::Write as _;

use testbed::RedisServer;

use crate::command_line::check;
use crate::support::{Service, answer, ask, connected};

const COMPOSE: &str = include_str!("../../docker-compose.yml");
const PROXY: &str = include_str!("../../deploy/Caddyfile");
const DOCKERFILE: &str = include_str!("../../Dockerfile");

#[test]
fn every_variable_of_the_containers_is_an_option() {
    let (help, _) = check(&["serve", "--help"], 0);
    let is_of_name = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    let named: BTreeSet<&str> = [COMPOSE, DOCKERFILE]
        .iter()
        .flat_map(|text| text.split(|letter| !is_of_name(letter)))
        .filter(|word| word.starts_with("CARHOP_"))
        .collect();
    assert!(named.contains("CARHOP_STORE") && named.contains("CARHOP_LISTEN"), "{named:?}");
    for name in named {
        assert!(help.contains(&format!("[env: {name}")), "{name} is not in\n{help}");
    }
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
