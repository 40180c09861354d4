//! Orders: open while they can be edited, frozen when confirmed, placed when the POS has taken the ticket.
//!
//! Only an [`OpenOrder`] can be edited, only a [`FrozenOrder`] can become a ticket and be placed:
//!
//! ```
//! fn place(order: fsm::order::FrozenOrder) -> fsm::order::PlacedOrder {
//!     order.place()
//! }
//! ```
//!
//! ```compile_fail,E0599
//! fn place(order: fsm::order::OpenOrder) -> fsm::order::PlacedOrder {
//!     order.place()
//! }
//! ```

mod about;
mod change;
mod contents;
mod misfit;
mod op;
mod plan;
mod price;
mod status;
mod view;

pub use self::about::About;
pub use self::change::{Caps, Change, Diff, DiffOp, diffs};
pub use self::contents::{Component, Line, Missing, Order};
pub use self::misfit::{Misfit, Whole};
pub use self::op::{
    Amount, ComponentPick, Modification, ModifierPick, NewLine, Op, Reason, Target, Unresolved,
};
pub use self::plan::{Off, OpenPart, Plan, plan};
pub(crate) use self::status::Undo;
pub use self::status::{FrozenOrder, OpenOrder, PlacedOrder};
pub use self::view::{ComponentView, LineView, OrderStatus, OrderView};
