-- Changes a ticket outside of a turn, and puts messages about it into the outbox: 1. Changes nothing and answers 0 if the
-- ticket is not as it was, has the note already, or a message about it waits where none may.

local ticket, status_before, must_be_quiet = key(), value(), value()
local is = redis.call('HMGET', ticket, 'status', 'waiting')
if is[1] ~= status_before then return 0 end
if must_be_quiet ~= '' and (is[2] or '0') ~= '0' then return 0 end
local change = take_change()
if not change then return 0 end
local feed = take_feed()
local messages = take_messages()

change_ticket(change, feed)
add_messages(messages)
return 1
