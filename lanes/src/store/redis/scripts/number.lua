#!lua
-- Answers the number of an order among those of its date: the one that it has, or the next.
local orders, order_id, kept_ms = KEYS[1], ARGV[1], ARGV[2]
local number = redis.call('HGET', orders, order_id) or redis.call('HINCRBY', orders, 'last', 1)
redis.call('HSET', orders, order_id, number)
redis.call('PEXPIRE', orders, kept_ms)
return tonumber(number)
