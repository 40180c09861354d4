//! Where the tickets go.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use testbed::HostilePos;
use uuid::Uuid;

use super::check;

/// A POS that remembers what it has got.
pub enum Pos {
    /// The file in the data folder.
    File(PathBuf),
    /// One that is called.
    Hostile(HostilePos),
}

impl Pos {
    pub fn file(data: &Path) -> Self {
        Self::File(data.join("tickets.jsonl"))
    }

    /// What tells the service of it.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::File(_) => Vec::new(),
            Self::Hostile(pos) => vec![
                ("CARHOP_POS_EMITTER", "webhook".to_owned()),
                ("CARHOP_WEBHOOK_URL", format!("http://{}/tickets", pos.address)),
                ("CARHOP_WEBHOOK_SECRETS", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned()),
                ("CARHOP_WEBHOOK_ALLOW_LOOPBACK", "true".to_owned()),
            ],
        }
    }

    /// The messages that it has, as far as they are whole.
    pub fn messages(&self) -> Vec<String> {
        match self {
            Self::File(path) => {
                let text = std::fs::read_to_string(path).unwrap();
                text.split_inclusive('\n')
                    .filter_map(|line| line.strip_suffix('\n'))
                    .map(str::to_owned)
                    .collect()
            }
            Self::Hostile(pos) => pos.messages(),
        }
    }

    /// The tickets among them.
    pub fn tickets(&self) -> BTreeSet<Uuid> {
        let messages = self.messages().into_iter().map(|message| serde_json::from_str(&message).unwrap());
        let created = messages.filter(|message: &Value| message["type"] == "ticket.created");
        created.map(|message| check::id(&message["data"]["ticket_id"])).collect()
    }

    /// Nothing is torn or came again as something else. Gives what it has to tell.
    pub fn closed(self) -> String {
        match self {
            Self::File(path) => {
                let text = std::fs::read_to_string(path).unwrap();
                assert!(text.is_empty() || text.ends_with('\n'), "the last line is torn");
                "a file".to_owned()
            }
            Self::Hostile(pos) => {
                assert_eq!(pos.forged(), Vec::<String>::new(), "these came again with another body");
                format!("a POS that answered: {}", pos.answers())
            }
        }
    }
}
