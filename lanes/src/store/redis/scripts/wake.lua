-- Has something be due at another time, or not at all, if it still is at that one. Answers whether it was.
--
-- KEYS  what of the drive-thru is due when
-- ARGV  what, when it was due, when it is from now on

local wakes = KEYS[1]
local what, seen, at = unpack(ARGV)
if tonumber(redis.call('ZSCORE', wakes, what) or -1) ~= tonumber(seen) then return 0 end
if at == '' then redis.call('ZREM', wakes, what) else redis.call('ZADD', wakes, at, what) end
return 1
