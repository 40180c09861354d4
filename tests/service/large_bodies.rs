//! Menus on their way: few of one caller at once, so that all of them together take little memory.

use std::io::Write as _;

use crate::shares::{NEIGHBOUR, call_from, check_refused, connected_from, hits};
use crate::support::{Service, awaited, call};

#[test]
fn a_caller_has_few_large_bodies_on_their_way_and_others_send_theirs() {
    let service = Service::start();
    let path = "/v1/drive-thrus/d1/menu";
    let menu = service.get(path).json(200).to_string();
    let large = format!("{menu}{}", " ".repeat(100_000));
    let head = format!(
        "PUT {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        service.address,
        large.len()
    );
    // One more than it may have: whichever comes last is refused.
    let begun: Vec<_> = (0..5)
        .map(|_| {
            let mut stream = connected_from(NEIGHBOUR, service.address);
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    awaited("a refusal", || (hits(service.address, "caller_large_bodies") == 1).then_some(()));
    check_refused(&call_from(NEIGHBOUR, service.address, "PUT", path, &large), "too-many-large-bodies");
    assert_eq!(call_from(NEIGHBOUR, service.address, "PUT", path, &menu).status / 100, 2);
    assert_eq!(call(service.address, "PUT", path, &[], large.as_bytes()).status, 200);
    drop(begun);
    awaited("a place", || {
        let answer = call_from(NEIGHBOUR, service.address, "PUT", path, &large);
        (answer.status == 200).then_some(())
    });
}
