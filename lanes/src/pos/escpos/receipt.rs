//! What stands on a receipt.

use fsm::ids::SizeId;
use fsm::order::{Amount, LineView, ModifierPick};
use fsm::ticket::{Message, MessageBody, TicketData};
use jiff::tz::TimeZone;
use uuid::Uuid;

use super::sheet::Sheet;
use crate::settings::Settings;

/// How many digits of a ticket's id stand on its receipts, for the crew to find the other one by.
const TICKET_DIGITS: usize = 8;
/// Where what belongs to a line begins.
const INDENT: usize = 4;

/// The receipt of a message.
pub(super) fn sheet(message: &Message, columns: usize, settings: &Settings) -> Sheet {
    let mut sheet = Sheet::new(columns);
    let at =
        |zone: &TimeZone| message.timestamp.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string();
    let utc = || format!("{} UTC", at(&TimeZone::UTC));
    match &message.body {
        MessageBody::Created(ticket) => {
            let lane = ticket.lane_name.clone().unwrap_or_else(|| format!("lane {}", ticket.lane));
            let place = format!("{} {lane}", ticket.drive_thru);
            sheet.big(&format!("ORDER {}", ticket.order_number));
            sheet.row(0, &place, &at(&settings.of(&ticket.drive_thru).time_zone));
            created(&mut sheet, ticket);
        }
        MessageBody::Voided(void) => {
            sheet.big("VOID");
            sheet.big(&format!("ticket {}", code(void.ticket_id)));
            sheet.row(0, "Do not make it", &utc());
            sheet.words(0, &format!("Revision {}, {}", void.revision, spaced(&void.reason)));
        }
        MessageBody::PaymentRetry(retry) => {
            sheet.big("PAYMENT RETRY");
            sheet.big(&format!("ticket {}", code(retry.ticket_id)));
            sheet.row(0, "Take payment again", &utc());
        }
    }
    sheet
}

fn created(sheet: &mut Sheet, ticket: &TicketData) {
    sheet.words(0, &format!("Ticket {}, revision {}", code(ticket.ticket_id), ticket.revision));
    if let Some(replaced) = ticket.replaces {
        sheet.big(&format!("REPLACES {}", code(replaced)));
    }
    if !ticket.allergies.is_empty() {
        let names: Vec<String> = ticket.allergies.iter().map(|one| spaced(one.as_str())).collect();
        sheet.big(&format!("ALLERGY: {}", names.join(", ")));
    }
    sheet.rule();
    for line in &ticket.lines {
        lines_of(sheet, line);
    }
    for note in &ticket.notes {
        sheet.words(0, &format!("+ {note}"));
    }
    sheet.rule();
    sheet.row(0, "Subtotal", &ticket.subtotal.to_string());
    for discount in &ticket.discounts {
        sheet.row(0, &discount.name, &format!("-{}", discount.amount));
    }
    sheet.row(0, "Tax", &ticket.tax.to_string());
    sheet.row(0, &format!("TOTAL {}", ticket.currency), &ticket.total.to_string());
}

fn lines_of(sheet: &mut Sheet, line: &LineView) {
    let name = sized(&line.name, line.size.as_ref());
    sheet.row(0, &format!("{} x {name}", line.quantity), &line.price.to_string());
    modifiers(sheet, INDENT, &line.modifiers);
    for component in &line.components {
        sheet.words(INDENT - 2, &format!("+ {}", sized(&component.name, component.size.as_ref())));
        modifiers(sheet, INDENT + 2, &component.modifiers);
    }
}

fn modifiers(sheet: &mut Sheet, indent: usize, picks: &[ModifierPick]) {
    for pick in picks {
        let name = spaced(pick.modifier.as_str());
        let words = match pick.amount {
            Amount::Regular => name,
            Amount::No => format!("NO {name}"),
            Amount::Extra => format!("EXTRA {name}"),
            Amount::Light => format!("LIGHT {name}"),
            Amount::Side => format!("{name} ON THE SIDE"),
        };
        let times = if pick.quantity > 1 { format!("{} x ", pick.quantity) } else { String::new() };
        sheet.words(indent, &format!("{times}{words}"));
    }
}

fn sized(name: &str, size: Option<&SizeId>) -> String {
    size.map_or_else(|| name.to_owned(), |size| format!("{name} ({})", spaced(size.as_str())))
}

/// An id as words.
fn spaced(id: &str) -> String {
    id.replace(['_', '-'], " ")
}

/// The first digits of a ticket's id.
fn code(ticket_id: Uuid) -> String {
    ticket_id.simple().to_string().chars().take(TICKET_DIGITS).collect()
}

#[cfg(test)]
mod tests {
    use fsm::ticket::{RetryData, VoidData};
    use insta::assert_snapshot;
    use serde_json::json;

    use super::*;
    use crate::settings::DriveThruSettings;

    const TICKET: Uuid = Uuid::from_u128(0x9164_c599_a096_56bf_8a4c_a7b2_9cb4_5d8e);

    fn settings() -> Settings {
        let chicago = DriveThruSettings {
            time_zone: TimeZone::get("America/Chicago").unwrap(),
            ..DriveThruSettings::default()
        };
        Settings { named: [("d1".to_owned(), chicago)].into(), ..Settings::default() }
    }

    fn shown(body: MessageBody, columns: usize) -> String {
        let message = Message { timestamp: "2026-11-21T20:01:30Z".parse().unwrap(), body };
        sheet(&message, columns, &settings()).to_string()
    }

    fn ticket() -> MessageBody {
        let pick = |modifier: &str, amount: &str, quantity: u32| json!({ "group": "g", "modifier": modifier, "amount": amount, "quantity": quantity });
        let line = json!({
            "line_id": "L1", "item": "cheeseburger", "combo": null, "name": "Cheeseburger", "size": null,
            "quantity": 2, "components": [], "incomplete": [], "out_of_stock": false,
            "modifiers": [pick("pickle", "no", 1), pick("bacon", "extra", 2), pick("hot_sauce", "side", 1)],
            "unit_price": "6.79", "price": "13.58",
        });
        let fries = json!({
            "slot": "side", "item": "fries", "name": "Pommes frites à la maison", "size": "extra_large",
            "modifiers": [pick("salt", "light", 1)],
        });
        let combo = json!({
            "line_id": "L2", "item": "jalapeno_burger", "combo": "c1", "size": "large", "quantity": 1,
            "name": "Double smoked jalapeño burger combo with everything", "modifiers": [pick("oat", "regular", 1)],
            "components": [fries], "incomplete": [], "out_of_stock": false, "unit_price": "12.49",
            "price": "12.49",
        });
        let ticket = json!({
            "ticket_id": TICKET, "order_id": TICKET, "session_id": TICKET, "revision": 2,
            "replaces": Uuid::from_u128(0x0198_c0de << 96), "drive_thru": "d1", "lane": "1",
            "order_number": 42, "business_date": "2026-11-21", "dining_option": "drive_thru",
            "channel": "voice", "lines": [line, combo], "currency": "USD", "subtotal": "26.07",
            "tax": "2.15", "total": "28.22",
        });
        MessageBody::Created(serde_json::from_value(ticket).unwrap())
    }

    #[test]
    fn a_ticket_can_be_read_from_where_it_hangs() {
        assert_snapshot!(shown(ticket(), 42), @r"
                     O R D E R   4 2
        d1 lane 1                 2026-11-21 14:01
        Ticket 9164c599, revision 2
            R E P L A C E S   0 1 9 8 c 0 d e
        ------------------------------------------
        2 x Cheeseburger                     13.58
            NO pickle
            2 x EXTRA bacon
            hot sauce ON THE SIDE
        1 x Double smoked jalapeno burger    12.49
          combo with everything (large)
            oat
          + Pommes frites a la maison (extra
            large)
              LIGHT salt
        ------------------------------------------
        Subtotal                             26.07
        Tax                                   2.15
        TOTAL USD                            28.22
        ");
    }

    #[test]
    fn a_lane_with_a_name_is_printed_by_it() {
        let MessageBody::Created(mut ticket) = ticket() else { panic!("a ticket") };
        ticket.lane_name = Some("Linke Spur außen, Theaterstraße".to_owned());
        let shown = shown(MessageBody::Created(ticket), 42);
        let place: Vec<&str> = shown.lines().skip(1).take(2).collect();
        assert_eq!(place, ["d1 Linke Spur aussen,     2026-11-21 14:01", "  Theaterstrasse"]);
    }

    #[test]
    fn a_ticket_fits_narrow_paper() {
        let shown = shown(ticket(), 32);
        assert!(shown.lines().all(|line| line.len() <= 32), "{shown}");
        assert!(shown.contains("1 x Double smoked"), "{shown}");
    }

    #[test]
    fn a_void_and_a_payment_to_retry_name_their_ticket() {
        let void =
            VoidData { ticket_id: TICKET, order_id: TICKET, revision: 1, reason: "out_of_stock".to_owned() };
        assert_snapshot!(shown(MessageBody::Voided(void), 42), @r"
                         V O I D
              t i c k e t   9 1 6 4 c 5 9 9
        Do not make it        2026-11-21 20:01 UTC
        Revision 1, out of stock
        ");
        assert_snapshot!(shown(MessageBody::PaymentRetry(RetryData { ticket_id: TICKET }), 42), @r"
                P A Y M E N T   R E T R Y
              t i c k e t   9 1 6 4 c 5 9 9
        Take payment again    2026-11-21 20:01 UTC
        ");
    }
}
