#!lua
-- Puts a menu, forgets what of the one before was off, and notes the change, of which so many are kept: 1; or 0 if another
-- is expected than the one that is stored. Behind these comes, if any is expected, the one before, and each part that was
-- off or put back on with its state.
local menu, availability, changes = KEYS[1], KEYS[2], KEYS[3]
local document, change, kept, expected = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
redis.call('LLEN', changes)
if expected then
  if (redis.call('GET', menu) or '') ~= expected then return 0 end
  if redis.call('HLEN', availability) ~= (#ARGV - 4) / 2 then return 0 end
  for at = 5, #ARGV, 2 do
    if redis.call('HGET', availability, ARGV[at]) ~= ARGV[at + 1] then return 0 end
  end
end
redis.call('SET', menu, document)
redis.call('DEL', availability)
redis.call('LPUSH', changes, change)
redis.call('LTRIM', changes, 0, kept - 1)
return 1
