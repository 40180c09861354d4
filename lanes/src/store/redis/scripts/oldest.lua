#!lua flags=no-writes
-- Answers the number of the oldest message of an outbox, and the fields of that message; nothing if none waits.
local outbox, names = KEYS[1], ARGV[1]
local number = redis.call('LINDEX', outbox, 0)
if not number then return nil end
local fields = { 'message', 'stored_at', 'attempts', 'next_attempt_at', 'claims', 'claimed_until' }
return { number, redis.call('HMGET', names .. number, unpack(fields)) }
