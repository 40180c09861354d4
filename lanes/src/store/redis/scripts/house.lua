-- Puts what a house says of itself: 1; or 0 if another document is expected than the one that is stored.

local house, document, is_expected, expected = key(), value(), value(), value()
if is_expected ~= '' and (redis.call('GET', house) or '') ~= expected then return 0 end
redis.call('SET', house, document)
return 1
