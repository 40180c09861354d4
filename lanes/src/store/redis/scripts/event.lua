#!lua
-- Answers an event that was taken. Its turn is answered again once this is as durable as a turn: it is written once more,
-- so that there is what to wait for.
local events, event_id = KEYS[1], ARGV[1]
local known = redis.call('HGET', events, event_id)
if known then redis.call('HSET', events, event_id, known) end
return known
