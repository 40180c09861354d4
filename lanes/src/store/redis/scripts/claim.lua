-- Claims a message, or renews a claim: 1; or 0 if it was settled or claimed since. `*` stands for any end of a claim.

local message = KEYS[1]
local claims, held_until, next_claims, next_held_until = unpack(ARGV)
local is = call('HMGET', message, 'claims', 'claimed_until')
if is[1] ~= claims or (held_until ~= '*' and (is[2] or '') ~= held_until) then return 0 end
call('HSET', message, 'claims', next_claims, 'claimed_until', next_held_until)
return 1
