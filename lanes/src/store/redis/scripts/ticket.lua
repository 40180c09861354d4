-- Changes a ticket outside of a turn and, if there is one, puts a message about it into the outbox: 1. Changes nothing and
-- answers 0 if the ticket is not as it was, has the note already, or a message about it waits where none may.

local ticket, feed, outbox, numbers = unpack(KEYS)
local status_before, must_be_quiet, lane_id, feed_entries, message, stored_at, names,
  ticket_id, status, payment, reference, note, note_id, kept_ms = unpack(ARGV)

local is = call('HMGET', ticket, 'status', 'waiting')
if is[1] ~= status_before then return 0 end
if must_be_quiet ~= '' and (is[2] or '0') ~= '0' then return 0 end
if has_note(ticket, note_id) then return 0 end
call('XLEN', feed)
local numbered = message ~= '' and number_messages(outbox, numbers, names, 1)

change_ticket(ticket, status, payment, reference, note, note_id, kept_ms)
tell(feed, feed_entries, lane_id, 'ticket', ticket_id)
if numbered then add_message(outbox, names, numbered + 1, ticket, message, stored_at) end
return 1
