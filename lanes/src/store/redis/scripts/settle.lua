-- Stores what came of a claim: 1; or 0 if the message was settled or claimed since.

local message, outbox, ticket, feed = unpack(KEYS)
local claims, number, lane_id, feed_entries, ticket_id, note, attempts, next_attempt_at, status_of_dead = unpack(ARGV)
if call('HGET', message, 'claims') ~= claims then return 0 end
local status = call('HGET', ticket, 'status')
call('LLEN', outbox)
call('XLEN', feed)

local is_done = next_attempt_at == ''
if is_done then
  call('LREM', outbox, 1, number)
  call('DEL', message)
else
  call('HSET', message, 'attempts', attempts, 'next_attempt_at', next_attempt_at)
  call('HDEL', message, 'claimed_until')
end
if status then
  if is_done then call('HINCRBY', ticket, 'waiting', -1) end
  if status_of_dead ~= '' and status == '"pending"' then call('HSET', ticket, 'status', status_of_dead) end
  add_note(ticket, note)
  tell(feed, feed_entries, lane_id, 'ticket', ticket_id)
end
return 1
