-- Stores a turn, with all that follows from it, and answers 1. Stores nothing and answers 0 if the lane is not what the
-- turn was decided on; or the record of the event, if the lane has taken that before.
--
-- KEYS  those named below, then the log of each turn, the ticket of each message, the ticket of each change
-- ARGV  those named below, then the values of each turn, of each message, of each change

local events, lane, session, ended_sessions, outbox, feed, lanes, listed, numbers, sessions, wakes = unpack(KEYS, 1, 11)
local event_id, event, version, stamp, next_version, next_stamp, lane_id, session_id, state, session_kept_ms,
  ended, ended_at, feed_entries, turns_max, turns_kept_ms, names, stored_at, listed_max, sessions_kept, sessions_max,
  wake_at, watched, watch_at, turns, messages, changes = unpack(ARGV, 1, 26)
turns, messages, changes = tonumber(turns), tonumber(messages), tonumber(changes)

local function turn_at(at)
  return KEYS[11 + at], unpack(ARGV, 18 + 9 * at, 26 + 9 * at)
end

local function message_at(at)
  local before = 26 + 9 * turns
  return KEYS[11 + turns + at], unpack(ARGV, before + 3 * at - 2, before + 3 * at)
end

local function change_at(at)
  local before = 26 + 9 * turns + 3 * messages
  return KEYS[11 + turns + messages + at], unpack(ARGV, before + 7 * at - 6, before + 7 * at)
end

local known = call('HGET', events, event_id)
if known then
  -- Its turn is answered again once this is as durable as a turn: a write, so that there is what to wait for.
  call('HSET', events, event_id, known)
  return known
end

local is = call('HMGET', lane, 'version', 'stamp')
if (is[1] or '') ~= version or (stamp ~= '' and is[2] ~= stamp) then return 0 end
call('XLEN', feed)
local was_woken_at = call('ZSCORE', wakes, lane_id)
local goes_on = false
for at = 1, turns do
  local log, _, seq = turn_at(at)
  if #call('XRANGE', log, seq, '+', 'COUNT', 1) > 0 then return 0 end
  if seq == '1' then call('ZCARD', sessions) end
  goes_on = goes_on or at == 1 and seq ~= '1'
end
if ended ~= '' then call('ZCARD', ended_sessions) end
if version == '' then call('SCARD', lanes) end
for at = 1, messages do
  local ticket, _, _, created = message_at(at)
  call('ZCARD', listed)
  if call('HLEN', ticket) > 0 and created ~= '' then return 0 end
end
for at = 1, changes do
  local ticket, _, _, _, _, _, note_id = change_at(at)
  if has_note(ticket, note_id) then return 0 end
end
local numbered = messages > 0 and number_messages(outbox, numbers, names, messages)

-- The last check is the first write: Redis forgets a session that no event ended, and leaves the lane's version as it is.
if state == '' then
  if call('DEL', session) == 0 and goes_on then return 0 end
elseif not goes_on then
  call('SET', session, state, 'PX', session_kept_ms)
elseif not call('SET', session, state, 'PX', session_kept_ms, 'XX') then
  return 0
end

call('HSET', lane, 'version', next_version, 'stamp', next_stamp, 'session', session_id)
if version == '' then call('SADD', lanes, lane_id) end
if wake_at ~= '' then
  call('ZADD', wakes, wake_at, lane_id)
elseif was_woken_at then
  call('ZREM', wakes, lane_id)
end
if watched ~= '' then call('ZADD', wakes, watch_at, watched) end
call('HSET', events, event_id, event)
for at = 1, turns do
  local log, of_session, seq, taken_at, began_at, menu, received, turn, ending, actor = turn_at(at)
  call('XADD', log, 'MAXLEN', '~', turns_max, seq .. '-0', 'lane', lane_id, 'of', event_id, 'at', taken_at, 'menu', menu,
    'event', received, 'turn', turn, 'end', ending, 'actor', actor)
  call('PEXPIRE', log, turns_kept_ms)
  if seq == '1' then
    call('ZADD', sessions, began_at, of_session)
    call('ZREMRANGEBYSCORE', sessions, '-inf', string.format('%.0f', began_at - sessions_kept))
    call('ZREMRANGEBYRANK', sessions, 0, -1 - sessions_max)
  end
  tell(feed, feed_entries, lane_id, 'turn', of_session .. ' ' .. seq)
end
if ended ~= '' then call('ZADD', ended_sessions, ended_at, ended) end
for at = 1, messages do
  local ticket, ticket_id, json, created = message_at(at)
  if created ~= '' then
    call('HSET', ticket, 'lane', lane_id, 'status', '"pending"', 'payment', '"none"', 'message', json)
    call('ZADD', listed, created, ticket_id)
    call('ZREMRANGEBYRANK', listed, 0, -1 - listed_max)
    tell(feed, feed_entries, lane_id, 'ticket', ticket_id)
  end
  add_message(outbox, names, numbered + at, ticket, json, stored_at)
end
for at = 1, changes do
  local ticket, ticket_id, status, payment, reference, note, note_id, kept_ms = change_at(at)
  if call('EXISTS', ticket) == 1 then
    change_ticket(ticket, status, payment, reference, note, note_id, kept_ms)
    tell(feed, feed_entries, lane_id, 'ticket', ticket_id)
  end
end
return 1
