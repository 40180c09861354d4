//! Exact money: integer minor units, a decimal tax rate, one rounding per tax total.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

/// The largest amount that can be read: a billion, in hundredths. Sums of bounded orders fit easily in `i64`.
const AMOUNT_HUNDREDTHS_MAX: i64 = 100_000_000_000;
/// Tax rates are kept in millionths, so that `0.088750` is exact.
const TAX_RATE_DIGITS: usize = 6;

/// An amount in hundredths of the menu's currency; a decimal string such as `"4.79"` in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String, example = "4.79")]
pub struct Money(i64);

/// The text is not an amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an amount is digits with at most two decimals, such as \"4.79\", up to a billion")]
pub struct InvalidAmount;

impl Money {
    /// `0.00`.
    pub const ZERO: Self = Self(0);

    /// Makes an amount from hundredths (cents).
    pub const fn from_hundredths(hundredths: i64) -> Self {
        Self(hundredths)
    }

    /// The amount in hundredths (cents).
    pub const fn hundredths(self) -> i64 {
        self.0
    }

    /// The price of `quantity` pieces; saturates, so that a huge one cannot overflow.
    #[must_use]
    pub fn times(self, quantity: u32) -> Self {
        Self(self.0.saturating_mul(i64::from(quantity)))
    }

    /// So many percent of it, rounded half up to a hundredth.
    #[must_use]
    pub fn percent(self, percent: u32) -> Self {
        let rounded = (i128::from(self.0) * i128::from(percent) + 50).div_euclid(100);
        Self(i64::try_from(rounded).unwrap_or(i64::MAX))
    }

    /// The amount, or zero if it is negative.
    #[must_use]
    pub fn or_zero(self) -> Self {
        self.max(Self::ZERO)
    }
}

impl Add for Money {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Money {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl std::iter::Sum for Money {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// The longest amount: a sign, 19 digits, a point.
const TEXT_MAX: usize = 21;

impl Money {
    /// Writes it to the end of a buffer. A turn has dozens of amounts, and this is much faster than `write!`.
    fn text(self, buffer: &mut [u8; TEXT_MAX]) -> &str {
        let mut at = TEXT_MAX;
        let mut put = |byte| {
            at -= 1;
            buffer[at] = byte;
        };
        let mut left = self.0.unsigned_abs();
        let mut digits = 0;
        while left > 0 || digits < 3 {
            if digits == 2 {
                put(b'.');
            }
            put(b"0123456789"[(left % 10) as usize]);
            left /= 10;
            digits += 1;
        }
        if self.0 < 0 {
            put(b'-');
        }
        str::from_utf8(&buffer[at..]).unwrap_or_default()
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(&mut [0; TEXT_MAX]))
    }
}

impl FromStr for Money {
    type Err = InvalidAmount;

    fn from_str(text: &str) -> Result<Self, InvalidAmount> {
        let hundredths = decimal(text, 2).ok_or(InvalidAmount)?;
        if hundredths > AMOUNT_HUNDREDTHS_MAX { Err(InvalidAmount) } else { Ok(Self(hundredths)) }
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text(&mut [0; TEXT_MAX]))
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A tax rate in millionths; a decimal string such as `"0.0825"` in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, example = "0.0825")]
pub struct TaxRate(u32);

/// The text is not a tax rate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tax rate is a decimal from \"0\" to \"1\" with at most six decimals, such as \"0.0825\"")]
pub struct InvalidTaxRate;

impl TaxRate {
    /// The tax on a subtotal, rounded half up to a hundredth.
    pub fn tax_on(self, subtotal: Money) -> Money {
        let millionths = i128::from(subtotal.0) * i128::from(self.0);
        let rounded = (millionths + 500_000).div_euclid(1_000_000);
        Money(i64::try_from(rounded).unwrap_or(i64::MAX))
    }
}

impl fmt::Display for TaxRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000)
    }
}

impl FromStr for TaxRate {
    type Err = InvalidTaxRate;

    fn from_str(text: &str) -> Result<Self, InvalidTaxRate> {
        let millionths = decimal(text, TAX_RATE_DIGITS).ok_or(InvalidTaxRate)?;
        u32::try_from(millionths).ok().filter(|rate| *rate <= 1_000_000).map(Self).ok_or(InvalidTaxRate)
    }
}

impl Serialize for TaxRate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TaxRate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Parses an unsigned decimal with at most `places` decimals, as an integer scaled by 10^`places`.
fn decimal(text: &str, places: usize) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || whole.len() > 12 || fraction.len() > places {
        return None;
    }
    let scale = 10_i64.pow(u32::try_from(places).ok()?);
    let padding = 10_i64.pow(u32::try_from(places - fraction.len()).ok()?);
    whole.parse::<i64>().ok()?.checked_mul(scale)?.checked_add(fraction.parse::<i64>().ok()? * padding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_reads_back_what_it_writes() {
        for text in ["0.00", "0.05", "4.79", "1234.50"] {
            assert_eq!(text.parse::<Money>().map(|money| money.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("3".parse::<Money>(), Ok(Money(300)));
        assert_eq!("3.5".parse::<Money>(), Ok(Money(350)));
        assert_eq!(Money(-5).to_string(), "-0.05");
        assert_eq!(Money(i64::MIN).to_string(), "-92233720368547758.08");
    }

    #[test]
    fn what_is_no_amount_is_refused() {
        for text in ["", ".", "-1.00", "+1", "1.", ".5", "1.005", "1e3", "1,00", "NaN", "99999999999999", "١"]
        {
            assert_eq!(text.parse::<Money>(), Err(InvalidAmount), "{text:?}");
        }
    }

    #[test]
    fn a_share_is_rounded_half_up() {
        let shares = [(5, 10), (4, 10), (15, 10), (1_005, 50), (333, 100), (333, 0)];
        let of = |(amount, percent)| Money(amount).percent(percent).0;
        assert_eq!(shares.map(of), [1, 0, 2, 503, 333, 0]);
    }

    #[test]
    fn tax_is_rounded_half_up_once() {
        let rate: TaxRate = "0.0825".parse().unwrap();
        assert_eq!(rate.tax_on(Money(958)).to_string(), "0.79");
        assert_eq!("0.05".parse::<TaxRate>().unwrap().tax_on(Money(10)).to_string(), "0.01");
        assert_eq!("0.05".parse::<TaxRate>().unwrap().tax_on(Money(9)).to_string(), "0.00");
        assert_eq!("1.5".parse::<TaxRate>(), Err(InvalidTaxRate));
    }
}
