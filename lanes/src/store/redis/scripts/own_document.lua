#!lua
-- Puts a document of a drive-thru's own, its house or its rules: 1; or 0 if a document is expected, behind the new one, and
-- another is stored.
local own, document, expected = KEYS[1], ARGV[1], ARGV[2]
if expected and (redis.call('GET', own) or '') ~= expected then return 0 end
redis.call('SET', own, document)
return 1
