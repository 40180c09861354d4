#!lua
-- Takes a part of a menu off or puts it back on, and notes the change, of which so many are kept.
local availability, changes, part, is_on, change, kept = KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
redis.call('LLEN', changes)
redis.call('HSET', availability, part, is_on)
redis.call('LPUSH', changes, change)
redis.call('LTRIM', changes, 0, kept - 1)
return 1
