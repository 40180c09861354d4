-- Wakes a lane at another time, or not at all, if it is still to be woken at that one. Answers whether it was.
--
-- KEYS  when the lanes of the drive-thru are woken
-- ARGV  the lane, when it was to be woken, when it is from now on

local wakes = KEYS[1]
local lane_id, seen, at = unpack(ARGV)
if tonumber(redis.call('ZSCORE', wakes, lane_id) or -1) ~= tonumber(seen) then return 0 end
if at == '' then redis.call('ZREM', wakes, lane_id) else redis.call('ZADD', wakes, at, lane_id) end
return 1
