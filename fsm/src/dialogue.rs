//! Takes the turns of a lane: acts become events, and the rows that the machine takes become a turn.

mod acts;
mod allergies;
mod answer;
mod choice;
mod deadlines;
mod doubt;
mod hearing;
mod house_question;
mod hums;
mod meaning;
mod offer;
mod patience;
mod ruled;
mod showing;
mod speech;
mod take;
mod touch;
mod turn;
mod waiting;
mod whose;

pub use self::acts::{Act, ActClass, ActKind, Acts};
pub use self::choice::{Choice, Why};
pub use self::take::{Decided, Taken, take_turn};
pub use self::touch::Tap;
pub use self::turn::{By, CrewAct, HandoffView, Input, Parser, Say, SayKind, Turn};
