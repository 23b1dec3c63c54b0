-- Write one step of a session, whole or not at all.
--
-- KEYS  1 the document   2 the log of events   3 the answers given to this scope, if one is to be kept
-- ARGV  1 the tag the document must have, '' for none yet
--       2 the document, its new tag first
--       3 milliseconds until all of it expires
--       4 the number of the first new event
--       5 how many events; for each: event, digest, and '' or what the first of a step has, action and shuffles
--       then, with KEYS 3: the name of the answer, the answer, milliseconds to keep it, how many to keep
--
-- Returns 1; or 0 where the tag is another, or 2 where the log has not the events it should have, and nothing was
-- written. Payloads are opaque: they are never decoded here. Whatever can refuse comes before the first write.

local NAME = 22 -- characters in the name of an answer

local head = redis.call('GETRANGE', KEYS[1], 0, 63)
local tag = string.match(head, '^(%S+) ') or ''
if tag ~= ARGV[1] then
  return 0
end

local seq = tonumber(ARGV[4])
local count = tonumber(ARGV[5])
if count > 0 and redis.call('XLEN', KEYS[2]) ~= seq - 1 then
  return 2
end

local kept = KEYS[3] and (redis.call('HGET', KEYS[3], 'order') or '')
local ttl = ARGV[3]
local at = 6
for i = 0, count - 1 do
  local id = string.format('%.0f-0', seq + i)
  local entry = {'e', ARGV[at], 'd', ARGV[at + 1]}
  if ARGV[at + 2] ~= '' then
    table.insert(entry, 'a')
    table.insert(entry, ARGV[at + 2])
  end
  if ARGV[at + 3] ~= '' then
    table.insert(entry, 's')
    table.insert(entry, ARGV[at + 3])
  end
  redis.call('XADD', KEYS[2], id, unpack(entry))
  at = at + 4
end
redis.call('PEXPIRE', KEYS[2], ttl)

if kept then
  -- The field 'order' holds the names kept, newest first, each NAME characters wide.
  local order = ARGV[at] .. kept
  local keep = tonumber(ARGV[at + 3]) * NAME
  if #order > keep then
    redis.call('HDEL', KEYS[3], string.sub(order, keep + 1))
    order = string.sub(order, 1, keep)
  end
  redis.call('HSET', KEYS[3], ARGV[at], ARGV[at + 1], 'order', order)
  redis.call('PEXPIRE', KEYS[3], ARGV[at + 2])
end

redis.call('SET', KEYS[1], ARGV[2], 'PX', ttl)
return 1
