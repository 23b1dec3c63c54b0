-- Write one step of a session, whole or not at all, and ring the bells of who waits for it.
--
-- KEYS  1 the document, also the channel that rings   2 the log of events   3 the answers given to this scope, if one
--       is to be kept
-- ARGV  1 the tag the document must have, '' for none yet
--       2 the document, its new tag first
--       3 milliseconds until all of it expires
--       4 and 5 the time from which and until which the step may be taken, milliseconds since 1970, '' for any
--       6 to 9, with KEYS 3: the name of the answer, the answer, milliseconds to keep it, how many to keep
--       10 how many events the log must have, if there are new ones
--       11 on, the entries of the new events
--
-- Returns 1; or 0 where the tag is another or it is not the time, or 2 where the log has not the events it should have,
-- and nothing was written. Payloads are opaque: they are never decoded here. Whatever can refuse comes before the first
-- write.

local NAME = 22 -- characters in the name of an answer
local FIRST = 11 -- where the entries begin
local MANY = 1000 -- of them are written at a time

local head = redis.call('GETRANGE', KEYS[1], 0, 63)
local tag = string.match(head, '^(%S+) ') or ''
if tag ~= ARGV[1] then
  return 0
end

if ARGV[4] ~= '' or ARGV[5] ~= '' then
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  if (ARGV[4] ~= '' and now < tonumber(ARGV[4])) or (ARGV[5] ~= '' and now >= tonumber(ARGV[5])) then
    return 0
  end
end

if #ARGV >= FIRST and redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[10]) then
  return 2
end

local kept = KEYS[3] and (redis.call('HGET', KEYS[3], 'order') or '')
local ttl = ARGV[3]
for first = FIRST, #ARGV, MANY do
  redis.call('RPUSH', KEYS[2], unpack(ARGV, first, math.min(first + MANY - 1, #ARGV)))
end
redis.call('PEXPIRE', KEYS[2], ttl)

if kept then
  -- The field 'order' holds the names kept, newest first, each NAME characters wide.
  local order = ARGV[6] .. kept
  local keep = tonumber(ARGV[9]) * NAME
  if #order > keep then
    redis.call('HDEL', KEYS[3], string.sub(order, keep + 1))
    order = string.sub(order, 1, keep)
  end
  redis.call('HSET', KEYS[3], ARGV[6], ARGV[7], 'order', order)
  redis.call('PEXPIRE', KEYS[3], ARGV[8])
end

redis.call('SET', KEYS[1], ARGV[2], 'PX', ttl)
redis.pcall('PUBLISH', KEYS[1], '') -- one that may not ring bells may write: who waits looks by himself now and then
return 1
