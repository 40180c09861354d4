-- Stores what came of a claim: 1; or 0 if the message was settled or claimed since.

local message, claims = key(), value()
if redis.call('HGET', message, 'claims') ~= claims then return 0 end
local feed = take_feed()
local outbox, number, ticket, ticket_id, note = key(), value(), key(), value(), value()
local attempts, next_attempt_at, status_of_dead = value(), value(), value()
redis.call('LLEN', outbox)
local status = redis.call('HGET', ticket, 'status')

local is_done = next_attempt_at == ''
if is_done then
  redis.call('LREM', outbox, 1, number)
  redis.call('DEL', message)
else
  redis.call('HSET', message, 'attempts', attempts, 'next_attempt_at', next_attempt_at)
  redis.call('HDEL', message, 'claimed_until')
end
if status then
  if is_done then redis.call('HINCRBY', ticket, 'waiting', -1) end
  if status_of_dead ~= '' and status == '"pending"' then redis.call('HSET', ticket, 'status', status_of_dead) end
  add_note(ticket, note)
  tell(feed, 'ticket', ticket_id)
end
return 1
