-- Puts a menu and forgets what of the one before was off: 1; or 0 if another is expected than the one that is stored.

local menu, availability, document, is_expected = key(), key(), value(), value()
if is_expected ~= '' then
  if (redis.call('GET', menu) or '') ~= value() then return 0 end
  local parts = count()
  if redis.call('HLEN', availability) ~= parts then return 0 end
  for _ = 1, parts do
    if redis.call('HGET', availability, value()) ~= value() then return 0 end
  end
end
redis.call('SET', menu, document)
redis.call('DEL', availability)
return 1
