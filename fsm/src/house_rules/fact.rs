//! What the conditions of rules can ask.

use strum::VariantArray;

/// A number that conditions can ask. Amounts are in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum NumberFact {
    /// The time of the house, in minutes since midnight.
    Time,
    /// The date of the house, as the number `20261224`.
    Date,
    /// The number of the turn.
    Turn,
    /// How many sentences in a row were not understood.
    Unclear,
    /// How many nudges in a row.
    Nudges,
    /// The sum of the lines.
    Subtotal,
    /// What the customer pays.
    Total,
    /// How many items are on the order.
    Items,
    /// How many lines the order has.
    Lines,
    /// How many cars wait.
    CarsWaiting,
    /// How many of a line.
    LineQuantity,
    /// What a line costs.
    LinePrice,
}

/// A text that conditions can ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum TextFact {
    /// The day of the week of the house.
    Weekday,
    /// The lane's id.
    Lane,
    /// The state that the lane is in.
    State,
    /// What was said, in lower case.
    Words,
    /// Who listens: `lane`, or `crew` once it has taken over.
    Listener,
    /// The item that is asked for.
    ItemId,
    /// Its category.
    ItemCategory,
    /// The item of a line.
    LineItem,
    /// Its category.
    LineCategory,
    /// The combo that a line is; empty if it is none.
    LineCombo,
    /// The size of a line; empty if it has none.
    LineSize,
}

/// Something that is so or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum FlagFact {
    /// Whether the order's one upsell was made.
    Offered,
    /// Whether the customer said no to it.
    Declined,
    /// Whether there was a payment problem.
    PaymentProblem,
}
