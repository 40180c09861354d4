//! The numbers of orders in Redis.

use fsm::ids::LaneKey;
use jiff::civil::Date;
use redis::cmd;
use uuid::Uuid;

use super::keys::{self, Keys};
use super::link::Link;
use super::lookup;
use crate::store::Result;

/// How long the numbers of a date are kept after the last new one: longer than a business day and the sessions that began
/// on it, in milliseconds.
const KEPT_MS: u64 = 3 * 24 * 60 * 60 * 1000;

/// Gives an order the next number, or the one that it has. Nothing while it is not known where the date begins.
const NUMBER_SCRIPT: &str = "
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then
    redis.call('HSET', KEYS[1], ARGV[1], known)
    return tonumber(known)
end
local last = redis.call('HGET', KEYS[1], 'last') or ARGV[2]
if last == '' then return 0 end
local number = tonumber(last) + 1
redis.call('HSET', KEYS[1], ARGV[1], number, 'last', number)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return number";

pub(super) async fn order_number(link: &Link, drive_thru: &str, date: Date, order_id: Uuid) -> Result<u32> {
    let number = ask(link, drive_thru, date, order_id, None).await?;
    if number > 0 {
        return Ok(number);
    }
    let last = last_of_lanes(link, drive_thru, date).await?;
    ask(link, drive_thru, date, order_id, Some(last)).await
}

/// The number; 0 if it is the first of the date and `last`, the number before it, is not known.
async fn ask(link: &Link, drive_thru: &str, date: Date, order_id: Uuid, last: Option<u32>) -> Result<u32> {
    let mut ask = cmd("EVAL");
    ask.arg(NUMBER_SCRIPT).arg(1).arg(keys::order_numbers(drive_thru, date));
    let last = last.map(|last| last.to_string()).unwrap_or_default();
    ask.arg(order_id.to_string()).arg(last).arg(KEPT_MS);
    Ok(redis::from_redis_value(link.commit(&ask).await?).map_err(redis::RedisError::from)?)
}

/// The highest number that a lane gave on a date when lanes still counted for themselves.
async fn last_of_lanes(link: &Link, drive_thru: &str, date: Date) -> Result<u32> {
    let lanes = lookup::lanes_of(link, drive_thru).await?;
    let numbers = lookup::of_each(lanes, async |lane: LaneKey| {
        let mut ask = cmd("HMGET");
        ask.arg(Keys(&lane).lane()).arg("date").arg("number");
        let (of, number): (Option<String>, Option<u32>) = link.ask(&ask).await?;
        Ok(number.filter(|_| of.is_some_and(|of| of == date.to_string())))
    });
    Ok(numbers.await?.into_iter().flatten().max().unwrap_or_default())
}
