//! The table: what each route tells of, and who may call it.

use strum::IntoStaticStr;

use crate::keys::Scope::{self, Crew, Lane, Manager, Pos};

/// Who may call a route.
#[derive(Debug)]
pub struct Rule {
    method: &'static str,
    path: &'static str,
    /// What it tells of: where that cannot be seen, there is no such route.
    pub of: Of,
    /// Whose key may call it, besides those that include one of these. Anybody may, without a key, where it is empty.
    pub who: &'static [Scope],
}

/// What a route tells of. A key for one place sees no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Of {
    /// Nothing that is of a place.
    Nothing,
    /// The lane in its path.
    Lane,
    /// What all lanes of the drive-thru in its path have in common.
    Lanes,
    /// All lanes of the drive-thru in its path.
    DriveThru,
    /// A session: the lane that it was on.
    Session,
    /// A ticket: the lane that it was ordered on.
    Ticket,
    /// The whole installation.
    Installation,
}

const LANE_SOCKET: &str = "/v1/drive-thrus/{drive_thru}/lanes/{lane}/ws";
const DRIVE_THRU_EVENTS: &str = "/v1/drive-thrus/{drive_thru}/events";
/// Whoever has a key, whatever it is for.
const WITH_A_KEY: &[Scope] = &Scope::ALL;
/// Nobody is asked for a key.
const ANYBODY: &[Scope] = &[];

/// Every route. One that is not here is closed.
#[rustfmt::skip]
static TABLE: &[Rule] = &[
    //   METHOD    PATH                                                                               TELLS OF          WHO
    rule("POST",   "/v1/drive-thrus/{drive_thru}/lanes/{lane}/events",                                Of::Lane,         &[Lane, Crew]),
    rule("GET",    "/v1/drive-thrus/{drive_thru}/lanes/{lane}",                                       Of::Lane,         &[Lane, Crew]),
    rule("GET",    LANE_SOCKET,                                                                         Of::Lane,         &[Lane, Crew]),
    rule("GET",    "/v1/drive-thrus/{drive_thru}/lanes",                                              Of::DriveThru,    &[Crew]),
    rule("GET",    "/v1/drive-thrus/{drive_thru}/sessions",                                           Of::DriveThru,    &[Crew]),
    rule("GET",    DRIVE_THRU_EVENTS,                                                                 Of::DriveThru,    &[Pos, Crew]),
    rule("POST",   "/v1/drive-thrus/{drive_thru}/parse",                                              Of::Lanes,        &[Lane, Crew]),
    rule("POST",   "/v1/drive-thrus/{drive_thru}/ask",                                                Of::Lanes,        &[Lane, Crew]),
    rule("GET",    "/v1/drive-thrus/{drive_thru}/speech-hints",                                       Of::Lanes,        &[Lane, Crew]),
    rule("GET",    "/v1/sessions/{session_id}/audit",                                                 Of::Session,      &[Lane, Crew]),
    rule("GET",    "/v1/sessions/{session_id}/transcript",                                            Of::Session,      &[Manager]),
    rule("GET",    "/v1/sessions/{session_id}/turns/{turn}/rules",                                    Of::Session,      &[Crew]),
    rule("DELETE", "/v1/sessions/{session_id}",                                                       Of::Session,      &[Manager]),

    rule("GET",    "/v1/drive-thrus/{drive_thru}/menu",                                               Of::Lanes,        &[Lane, Pos, Crew]),
    rule("PUT",    "/v1/drive-thrus/{drive_thru}/menu",                                               Of::Lanes,        &[Manager]),
    rule("PUT",    "/v1/drive-thrus/{drive_thru}/items/{item}/availability",                          Of::Lanes,        &[Pos, Crew]),
    rule("PUT",    "/v1/drive-thrus/{drive_thru}/modifiers/{group}/{modifier}/availability",          Of::Lanes,        &[Pos, Crew]),
    rule("PUT",    "/v1/drive-thrus/{drive_thru}/items/{item}/sizes/{size}/availability",             Of::Lanes,        &[Pos, Crew]),
    rule("GET",    "/v1/drive-thrus/{drive_thru}/house",                                              Of::Lanes,        &[Lane, Pos, Crew]),
    rule("PUT",    "/v1/drive-thrus/{drive_thru}/house",                                              Of::Lanes,        &[Manager]),
    rule("GET",    "/v1/drive-thrus/{drive_thru}/rules",                                              Of::Lanes,        &[Crew]),
    rule("PUT",    "/v1/drive-thrus/{drive_thru}/rules",                                              Of::Lanes,        &[Manager]),
    rule("GET",    "/v1/drive-thrus/{drive_thru}/rules/versions",                                     Of::Lanes,        &[Crew]),
    rule("POST",   "/v1/drive-thrus/{drive_thru}/rules/versions",                                     Of::Lanes,        &[Manager]),
    rule("GET",    "/v1/drive-thrus/{drive_thru}/rules/versions/{version}",                           Of::Lanes,        &[Crew]),
    rule("POST",   "/v1/drive-thrus/{drive_thru}/rules/check",                                        Of::Lanes,        &[Crew]),
    rule("POST",   "/v1/drive-thrus/{drive_thru}/rules/dry-runs",                                     Of::DriveThru,    &[Manager]),
    rule("POST",   "/v1/drive-thrus/{drive_thru}/rules/activate",                                     Of::Lanes,        &[Manager]),
    rule("GET",    "/v1/drive-thrus/{drive_thru}/changes",                                            Of::Lanes,        &[Manager]),

    rule("GET",    "/v1/drive-thrus/{drive_thru}/tickets",                                            Of::DriveThru,    &[Pos, Crew]),
    rule("GET",    "/v1/tickets/{ticket_id}",                                                         Of::Ticket,       &[Lane, Pos, Crew]),
    rule("GET",    "/v1/tickets/{ticket_id}/message",                                                 Of::Ticket,       &[Pos, Crew]),
    rule("POST",   "/v1/tickets/{ticket_id}/ack",                                                     Of::Ticket,       &[Pos, Crew]),
    rule("POST",   "/v1/tickets/{ticket_id}/reject",                                                  Of::Ticket,       &[Pos]),
    rule("POST",   "/v1/tickets/{ticket_id}/payment-problem",                                         Of::Ticket,       &[Pos]),
    rule("POST",   "/v1/tickets/{ticket_id}/resend",                                                  Of::Ticket,       &[Crew]),
    rule("POST",   "/v1/tickets/{ticket_id}/void",                                                    Of::Ticket,       &[Manager]),
    rule("POST",   "/v1/drive-thrus/{drive_thru}/webhook/test",                                       Of::DriveThru,    &[Manager]),

    rule("POST",   "/v1/sign-in",                                                                     Of::Nothing,      ANYBODY),
    rule("POST",   "/v1/sign-out",                                                                    Of::Nothing,      ANYBODY),
    rule("POST",   "/v1/sign-in-codes",                                                               Of::Nothing,      &[Manager]),
    rule("POST",   "/v1/socket-tickets",                                                              Of::Nothing,      WITH_A_KEY),

    rule("GET",    "/metrics",                                                                        Of::Installation, &[Manager]),
    rule("GET",    "/healthz",                                                                        Of::Nothing,      ANYBODY),
    rule("GET",    "/readyz",                                                                         Of::Nothing,      ANYBODY),
    rule("GET",    "/v1/machine",                                                                     Of::Nothing,      ANYBODY),
    rule("GET",    "/v1/schemas/menu",                                                                Of::Nothing,      ANYBODY),
    rule("GET",    "/v1/rules/vocabulary",                                                            Of::Nothing,      ANYBODY),
    rule("GET",    "/openapi.json",                                                                   Of::Nothing,      ANYBODY),
    rule("GET",    "/asyncapi.json",                                                                  Of::Nothing,      ANYBODY),

    // The pages are the same for everybody; what they show, they ask for.
    rule("GET",    "/",                                                                               Of::Nothing,      ANYBODY),
    rule("GET",    "/sign-in",                                                                        Of::Nothing,      ANYBODY),
    rule("GET",    "/docs",                                                                           Of::Nothing,      ANYBODY),
    rule("GET",    "/sim",                                                                            Of::Nothing,      ANYBODY),
    rule("GET",    "/board/{drive_thru}/{lane}",                                                      Of::Nothing,      ANYBODY),
    rule("GET",    "/lane/{drive_thru}/{lane}",                                                       Of::Nothing,      ANYBODY),
    rule("GET",    "/crew/{drive_thru}",                                                              Of::Nothing,      ANYBODY),
    rule("GET",    "/rules/{drive_thru}",                                                             Of::Nothing,      ANYBODY),
    rule("GET",    "/sessions/{session_id}",                                                          Of::Nothing,      ANYBODY),
    rule("GET",    "/assets/{*path}",                                                                 Of::Nothing,      ANYBODY),
];

const fn rule(method: &'static str, path: &'static str, of: Of, who: &'static [Scope]) -> Rule {
    Rule { method, path, of, who }
}

/// The rule of a route, by its method and its path as the router has it.
pub fn rule_for(method: &str, path: &str) -> Option<&'static Rule> {
    TABLE.iter().find(|rule| rule.method == method && rule.path == path)
}

impl Rule {
    /// Whether anybody may call it, without a key.
    pub fn is_open(&self) -> bool {
        self.who.is_empty()
    }

    /// Whether it is opened by browsers, which can send no header with that.
    pub fn takes_tickets(&self) -> bool {
        [LANE_SOCKET, DRIVE_THRU_EVENTS].contains(&self.path)
    }

    /// Every scope with which a key may call it.
    pub fn scopes(&self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(|scope| self.who.iter().any(|needed| scope.includes(*needed)))
    }
}

/// Every route: its method and its path.
#[cfg(test)]
pub fn routes() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.iter().map(|rule| (rule.method, rule.path))
}
