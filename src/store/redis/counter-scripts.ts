import { ISSUED_PREFIX } from "../identity.ts";
import { defineScript } from "./script.ts";

/**
 * Counts usage. Key: one of a fixed number of hashes for the day. Arguments: identity, amount,
 * maximum identities in a hash, seconds to keep it, the shared counter of the identities past that.
 * The hashes bound the memory whatever keys callers invent; a shared count may be too high, never
 * too low.
 */
export const COUNT_USAGE = defineScript(`
local name = ARGV[1]
local known = redis.call('HEXISTS', KEYS[1], name) == 1
if not known and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then name = ARGV[5] end
if ARGV[2] == '0' then return tonumber(redis.call('HGET', KEYS[1], name) or '0') end
local count = redis.call('HINCRBY', KEYS[1], name, ARGV[2])
if count == tonumber(ARGV[2]) then redis.call('EXPIRE', KEYS[1], ARGV[4]) end
return count
`);

/**
 * Counts requests in a window. Key: the window. Arguments: its length, and how many. Returns the
 * count and what is left, in ms. A window that has no end, or a later one because the server's
 * clock was set back, gets a new one.
 */
export const COUNT_HIT = defineScript(`
local count = redis.call('INCRBY', KEYS[1], ARGV[2])
local left = redis.call('PTTL', KEYS[1])
if left < 0 or left > tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}
`);

/**
 * Adds requests to the history of a day. Key: the day's hash. Arguments: seconds to keep it,
 * maximum identities with counts by name, maximum identities, then identities and their counts as
 * JSON in turn.
 */
export const ADD_HISTORY = defineScript(`
local rows = redis.call('HLEN', KEYS[1])
for at = 4, #ARGV, 2 do
  local identity, added = ARGV[at], cjson.decode(ARGV[at + 1])
  local stored = redis.call('HGET', KEYS[1], identity)
  local sum = 0
  for _, amount in pairs(added) do sum = sum + amount end
  local value
  if not stored then
    if rows < tonumber(ARGV[2]) or string.sub(identity, 1, ${ISSUED_PREFIX.length}) == '${ISSUED_PREFIX}' then value = ARGV[at + 1]
    elseif rows < tonumber(ARGV[3]) then value = string.format('%.0f', sum) end
    rows = rows + 1
  elseif string.sub(stored, 1, 1) == '{' then
    local counts = cjson.decode(stored)
    for name, amount in pairs(added) do counts[name] = (counts[name] or 0) + amount end
    value = cjson.encode(counts)
  else
    value = string.format('%.0f', tonumber(stored) + sum)
  end
  if value then redis.call('HSET', KEYS[1], identity, value) end
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
`);

/** Reads an identity's field of a day's history. */
export const READ_HISTORY = defineScript("return redis.call('HGET', KEYS[1], ARGV[1])");
