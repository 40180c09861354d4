#!lua
-- What the scripts that write have in common; it stands before each of them.
--
-- Redis takes back nothing, so a script first reads all that it will write: a read fails where a key has another type,
-- and then nothing is written.

local call = redis.call

-- Tells the readers of a feed, of which about so many entries are kept, of a turn or a ticket of a lane.
local function tell(feed, entries, lane_id, kind, what)
  call('XADD', feed, 'MAXLEN', '~', entries, '*', 'lane', lane_id, kind, what)
end

-- Whether a ticket has the note with that id.
local function has_note(ticket, note_id)
  return call('HEXISTS', ticket, 'said:' .. note_id) == 1
end

local function add_note(ticket, note)
  call('HSET', ticket, 'note:' .. call('HINCRBY', ticket, 'notes', 1), note)
end

-- Changes a ticket. What is empty stays as it is; a ticket that is kept for no time is kept for ever.
local function change_ticket(ticket, status, payment, reference, note, note_id, kept_ms)
  call('HSET', ticket, 'status', status)
  if payment ~= '' then call('HSET', ticket, 'payment', payment) end
  if reference ~= '' then call('HSET', ticket, 'pos_reference', reference) end
  if note ~= '' then add_note(ticket, note) end
  if note_id ~= '' then call('HSET', ticket, 'said:' .. note_id, 1) end
  if kept_ms == '' then call('PERSIST', ticket) else call('PEXPIRE', ticket, kept_ms) end
end

-- Gives numbers to so many messages of a drive-thru, and returns the one before the first. What is not stored after all
-- leaves them unused. A message's key is its number behind `names`.
local function number_messages(outbox, numbers, names, count)
  call('LLEN', outbox)
  local before = call('INCRBY', numbers, count) - count
  for at = 1, count do call('HLEN', names .. before + at) end
  return before
end

-- Puts a message into the outbox, and counts it as waiting with its ticket.
local function add_message(outbox, names, number, ticket, json, stored_at)
  call('RPUSH', outbox, number)
  call('HSET', names .. number, 'message', json, 'stored_at', stored_at, 'claims', 0)
  if call('EXISTS', ticket) == 1 then call('HINCRBY', ticket, 'waiting', 1) end
end

