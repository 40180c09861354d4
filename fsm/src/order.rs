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
mod correction;
mod description;
mod discount;
mod misfit;
mod modifier;
mod op;
mod owners;
mod person;
mod plan;
mod price;
mod recent;
mod safety;
mod status;
mod view;

pub use self::about::About;
pub use self::change::{Caps, Change, Diff, DiffOp, diffs};
pub use self::contents::{Component, Line, Missing, Order};
pub use self::description::{Correction, Description, Which};
pub use self::discount::Discount;
pub use self::misfit::{Misfit, Whole};
pub use self::modifier::{Amount, ModifierPick};
pub use self::op::{ComponentPick, Modification, NewLine, Op, Reason, Target, Unresolved};
pub use self::person::{Person, Who};
pub use self::plan::{Off, OpenPart, Plan, plan};
pub(crate) use self::plan::{plan_after, plan_within};
pub(crate) use self::price::modifiers_price;
pub use self::recent::{LineChange, Recent};
pub(crate) use self::safety::Bounds;
pub use self::safety::Safety;
pub(crate) use self::status::Undo;
pub use self::status::{FrozenOrder, OpenOrder, PlacedOrder};
pub use self::view::{ComponentView, LineView, OrderStatus, OrderView};
