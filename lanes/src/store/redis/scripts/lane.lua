#!lua flags=no-writes
-- Answers what a lane is at: version, stamp, session id, session, and the last entry of that session's audit log.
local lane, session, logs = KEYS[1], KEYS[2], ARGV[1]
local is = redis.call('HMGET', lane, 'version', 'stamp', 'session')
if (is[3] or '') == '' then return { is[1], is[2], '', false, {} } end
local last = redis.call('XREVRANGE', logs .. is[3], '+', '-', 'COUNT', 1)
return { is[1], is[2], is[3], redis.call('GET', session), last }
