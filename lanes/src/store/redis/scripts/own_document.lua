#!lua
-- Puts a document of a drive-thru's own, its house or its rules, and notes the change, if any, of which so many are kept: 1; or 0 if
-- a document is expected, behind these, and another is stored.
local own, changes, document, change, kept, expected = KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
redis.call('LLEN', changes)
if expected and (redis.call('GET', own) or '') ~= expected then return 0 end
redis.call('SET', own, document)
if change ~= '' then
  redis.call('LPUSH', changes, change)
  redis.call('LTRIM', changes, 0, kept - 1)
end
return 1
