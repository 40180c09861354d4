#!lua
-- Writes everything or nothing: what could fail is looked at before the first write, since Redis takes back nothing.
--
-- KEYS      every key that is read or written, all in one slot; the lane's `events` first
-- ARGV      the type that each key has if it is there, '' where a guard asks it;
--           then as a row of lists, each after its length:
--           [event id]                     answers its record, if there is one
--           [count]  [expected, command...] ...   each must answer what is expected
--           [count]  [when, command...] ...       each is carried out; `when` is '' for always, or a key that must be
--                                                 there, or `key field value` which must be so
local at = #KEYS
for i = 1, at do
  if ARGV[i] ~= '' then
    local is = redis.call('TYPE', KEYS[i]).ok
    if is ~= 'none' and is ~= ARGV[i] then
      return redis.error_reply('WRONGTYPE ' .. KEYS[i] .. ' is a ' .. is .. ' and not a ' .. ARGV[i])
    end
  end
end

local function list()
  local from = at + 2
  at = at + 1 + tonumber(ARGV[at + 1])
  return from, at
end

local function plain(answer)
  if not answer then return '' end
  if type(answer) == 'table' then return tostring(answer.ok or #answer) end
  return tostring(answer)
end

local from = list()
if ARGV[from] ~= '' then
  local known = redis.call('HGET', KEYS[1], ARGV[from])
  if known then
    -- Its turn is answered again once this is as durable as a turn has to be: a write, so that there is what to wait for.
    redis.call('HSET', KEYS[1], ARGV[from], known)
    return {'known', known}
  end
end

from = list()
for _ = 1, tonumber(ARGV[from]) do
  local first, last = list()
  if plain(redis.call(unpack(ARGV, first + 1, last))) ~= ARGV[first] then return {'conflict', ''} end
end

from = list()
for _ = 1, tonumber(ARGV[from]) do
  local first, last = list()
  local applies = ARGV[first] == ''
  if not applies then
    local key, field, value = string.match(ARGV[first], '^(%S+) (%S+) (%S+)$')
    if key then
      applies = redis.call('HGET', key, field) == value
    else
      applies = redis.call('EXISTS', ARGV[first]) == 1
    end
  end
  if applies then redis.call(unpack(ARGV, first + 1, last)) end
end
return {'stored', ''}
