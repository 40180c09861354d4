-- Stores a turn, with all that follows from it, and answers 1. Stores nothing and answers 0 if the lane is not what the
-- turn was decided on; or the record of the event, if the lane has taken that before.

local events, event_id, event = key(), value(), value()
local known = redis.call('HGET', events, event_id)
if known then
  -- Its turn is answered again once this is as durable as a turn: a write, so that there is what to wait for.
  redis.call('HSET', events, event_id, known)
  return known
end

local lane, version, stamp = key(), value(), value()
local is = redis.call('HMGET', lane, 'version', 'stamp')
if (is[1] or '') ~= version or (stamp ~= '' and is[2] ~= stamp) then return 0 end
local next_version, next_stamp = value(), value()

local feed = take_feed()
local turns = {}
local turns_max, turns_kept_ms = value(), value()
for at = 1, count() do
  local turn = {
    log = key(), session = value(), seq = value(), at = value(), menu = value(), event = value(), turn = value(),
    ending = value(),
  }
  if #redis.call('XRANGE', turn.log, turn.seq, '+', 'COUNT', 1) > 0 then return 0 end
  turns[at] = turn
end

local ended, sessions_ended, ended_at = value(), nil, nil
if ended ~= '' then
  sessions_ended, ended_at = key(), value()
  redis.call('ZCARD', sessions_ended)
end
local lanes
if version == '' then
  lanes = key()
  redis.call('SCARD', lanes)
end
local listed, listed_max = key(), value()
local messages = take_messages()
for _, message in ipairs(messages) do
  if message.created ~= '' and redis.call('EXISTS', message.ticket) == 1 then return 0 end
  redis.call('ZCARD', listed)
end
local changes = {}
for at = 1, count() do
  changes[at] = take_change()
  if not changes[at] then return 0 end
end

-- The last check is the first write: Redis forgets a session that no event ended, and leaves the lane's version as it is.
local session, session_id, state, session_kept_ms = key(), value(), value(), value()
local goes_on = #turns > 0 and turns[1].seq ~= '1'
if state == '' then
  if redis.call('DEL', session) == 0 and goes_on then return 0 end
elseif not goes_on then
  redis.call('SET', session, state, 'PX', session_kept_ms)
elseif not redis.call('SET', session, state, 'PX', session_kept_ms, 'XX') then
  return 0
end
redis.call('HSET', lane, 'version', next_version, 'stamp', next_stamp, 'session', session_id)
if lanes then redis.call('SADD', lanes, feed.lane) end
redis.call('HSET', events, event_id, event)
for _, turn in ipairs(turns) do
  redis.call('XADD', turn.log, 'MAXLEN', '~', turns_max, turn.seq .. '-0', 'lane', feed.lane, 'of', event_id,
    'at', turn.at, 'menu', turn.menu, 'event', turn.event, 'turn', turn.turn, 'end', turn.ending)
  redis.call('PEXPIRE', turn.log, turns_kept_ms)
  tell(feed, 'turn', turn.session .. ' ' .. turn.seq)
end
if ended ~= '' then redis.call('ZADD', sessions_ended, ended_at, ended) end
for _, message in ipairs(messages) do
  if message.created ~= '' then
    redis.call('HSET', message.ticket, 'lane', feed.lane, 'status', '"pending"', 'payment', '"none"', 'message', message.json)
    redis.call('ZADD', listed, message.created, message.ticket_id)
    redis.call('ZREMRANGEBYRANK', listed, 0, -1 - listed_max)
    tell(feed, 'ticket', message.ticket_id)
  end
end
add_messages(messages)
for _, change in ipairs(changes) do change_ticket(change, feed) end
return 1
