#!lua
-- Puts a menu and forgets what of the one before was off: 1; or 0 if another is expected than the one that is stored.
-- Behind the document comes, if any is expected, the one before, and each part that was off or put back on with its state.
local menu, availability, document, expected = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
if expected then
  if (redis.call('GET', menu) or '') ~= expected then return 0 end
  if redis.call('HLEN', availability) ~= (#ARGV - 2) / 2 then return 0 end
  for at = 3, #ARGV, 2 do
    if redis.call('HGET', availability, ARGV[at]) ~= ARGV[at + 1] then return 0 end
  end
end
redis.call('SET', menu, document)
redis.call('DEL', availability)
return 1
