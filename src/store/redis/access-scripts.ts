import { defineScript } from "./script.ts";

/**
 * Defines `find`, which returns revision, creation, use, end (0: never) and text of a live entry.
 * Keys: the entries of a kind, when each ends, when each was created. Arguments: now, id.
 */
const FIND = `
local now, id = tonumber(ARGV[1]), ARGV[2]
local function parse(value)
  if not value then return nil end
  local revision, created, used, ends, text = string.match(value, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  if ends ~= '0' and tonumber(ends) <= now then return nil end
  return revision, created, used, ends, text
end
local function find() return parse(redis.call('HGET', KEYS[1], id)) end
local function drop(name)
  local existed = redis.call('HDEL', KEYS[1], name)
  redis.call('ZREM', KEYS[2], name)
  redis.call('ZREM', KEYS[3], name)
  return existed
end
local function save(revision, created, used, ends, text)
  redis.call('HSET', KEYS[1], id, revision .. ' ' .. created .. ' ' .. used .. ' ' .. ends .. ' ' .. text)
  if ends == '0' then redis.call('ZREM', KEYS[2], id) else redis.call('ZADD', KEYS[2], ends, id) end
end
`;

/** Reads an entry, by the keys and arguments of {@link FIND}. */
export const READ_ENTRY = defineScript(`${FIND}
local value = redis.call('HGET', KEYS[1], id)
return parse(value) and value
`);

/**
 * Creates or changes an entry. Further arguments: the revision to change (0: creates), end (0:
 * never), maximum, 1 to end the oldest one past it, text. Deletes entries that have ended first.
 */
export const CHANGE_ENTRY = defineScript(`${FIND}
local revision, created, used = find()
if (revision or '0') ~= ARGV[3] then return 'conflict' end
if revision then
  save(string.format('%.0f', revision + 1), created, used, ARGV[4], ARGV[7])
  return 'stored'
end
repeat
  local ended = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1], 'LIMIT', 0, 100)
  for _, name in ipairs(ended) do drop(name) end
until #ended == 0
local expiring, max = redis.call('ZCARD', KEYS[2]), tonumber(ARGV[5])
local count = ARGV[4] == '0' and redis.call('HLEN', KEYS[1]) - expiring or expiring
if count >= max then
  if ARGV[6] == '0' then return 'full' end
  for _, name in ipairs(redis.call('ZRANGE', KEYS[3], 0, count - max)) do drop(name) end
end
redis.call('ZADD', KEYS[3], ARGV[1], id)
save('1', ARGV[1], '0', ARGV[4], ARGV[7])
return 'stored'
`);

/** Sets when an entry was used, and its end. Further arguments: both (empty: the same end). */
export const TOUCH_ENTRY = defineScript(`${FIND}
local revision, created, _, ends, text = find()
if not revision then return end
save(revision, created, ARGV[3], ARGV[4] == '' and ends or ARGV[4], text)
`);

/** Deletes an entry. Returns 1 if it was live. */
export const REMOVE_ENTRY = defineScript(`${FIND}
local live = find()
return drop(id) == 1 and live and 1 or 0
`);

/** Returns ids and values of all entries in turn, oldest first. Argument: now. */
export const LIST_ENTRIES = defineScript(`${FIND}
local out = {}
for _, name in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
  local value = redis.call('HGET', KEYS[1], name)
  if parse(value) then
    out[#out + 1] = name
    out[#out + 1] = value
  end
end
return out
`);

/** Counts the entries that do not end, and those that do. Argument: now. */
export const COUNT_ENTRIES = defineScript(`
local expiring = redis.call('ZCARD', KEYS[2])
local live = redis.call('ZCOUNT', KEYS[2], '(' .. ARGV[1], '+inf')
return {redis.call('HLEN', KEYS[1]) - expiring, live}
`);
