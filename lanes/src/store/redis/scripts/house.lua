#!lua
-- Puts what a house says of itself: 1; or 0 if a document is expected, behind the new one, and another is stored.
local house, document, expected = KEYS[1], ARGV[1], ARGV[2]
if expected and (redis.call('GET', house) or '') ~= expected then return 0 end
redis.call('SET', house, document)
return 1
