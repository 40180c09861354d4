#!lua
-- What the scripts that write have in common; it stands before each of them.
--
-- A script takes its keys and values in the order in which its caller adds them. Redis takes back nothing, so a script
-- first reads all that it will write: a read fails where a key has another type, and then nothing is written.

local keys_taken, values_taken = 0, 0

local function key()
  keys_taken = keys_taken + 1
  return KEYS[keys_taken]
end

local function value()
  values_taken = values_taken + 1
  return ARGV[values_taken]
end

local function count()
  return tonumber(value())
end

-- A drive-thru's feed.
local function take_feed()
  local feed = { key = key(), length = value(), lane = value() }
  redis.call('XLEN', feed.key)
  return feed
end

-- Tells the readers of a feed of a turn or a ticket of the lane.
local function tell(feed, kind, what)
  redis.call('XADD', feed.key, 'MAXLEN', '~', feed.length, '*', 'lane', feed.lane, kind, what)
end

local function add_note(ticket, note)
  local number = redis.call('HINCRBY', ticket, 'notes', 1)
  redis.call('HSET', ticket, 'note:' .. number, note)
end

-- A change of a ticket; nothing if the ticket has its note already.
local function take_change()
  local change = {
    ticket = key(), id = value(), status = value(), payment = value(), reference = value(), note = value(),
    note_id = value(), kept_ms = value(),
  }
  if redis.call('HEXISTS', change.ticket, 'said:' .. change.note_id) == 1 then return end
  return change
end

-- Changes a ticket, if it exists. What is empty stays as it is; a ticket that is kept for no time is kept for ever.
local function change_ticket(change, feed)
  local ticket = change.ticket
  if redis.call('EXISTS', ticket) == 0 then return end
  redis.call('HSET', ticket, 'status', change.status)
  if change.payment ~= '' then redis.call('HSET', ticket, 'payment', change.payment) end
  if change.reference ~= '' then redis.call('HSET', ticket, 'pos_reference', change.reference) end
  if change.note ~= '' then add_note(ticket, change.note) end
  if change.note_id ~= '' then redis.call('HSET', ticket, 'said:' .. change.note_id, 1) end
  if change.kept_ms == '' then
    redis.call('PERSIST', ticket)
  else
    redis.call('PEXPIRE', ticket, change.kept_ms)
  end
  tell(feed, 'ticket', change.id)
end

-- Messages for a lane's outbox, each with its number. Numbers that are not used after all are skipped.
local function take_messages()
  local messages = {}
  local number = count()
  if number == 0 then return messages end
  messages.outbox, messages.stored_at = key(), value()
  redis.call('LLEN', messages.outbox)
  local numbers, names = key(), value()
  local last = redis.call('INCRBY', numbers, number) - number
  for at = 1, number do
    local message = {
      key = names .. last + at, number = last + at, ticket = key(), ticket_id = value(), json = value(), created = value(),
    }
    redis.call('HLEN', message.key)
    redis.call('HLEN', message.ticket)
    messages[at] = message
  end
  return messages
end

-- Puts messages into the outbox, and counts them as waiting.
local function add_messages(messages)
  for _, message in ipairs(messages) do
    redis.call('RPUSH', messages.outbox, message.number)
    redis.call('HSET', message.key, 'message', message.json, 'stored_at', messages.stored_at, 'claims', 0)
    if redis.call('EXISTS', message.ticket) == 1 then redis.call('HINCRBY', message.ticket, 'waiting', 1) end
  end
end

