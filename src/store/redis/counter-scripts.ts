import { defineScript } from "./script.ts";

/**
 * Counts usage. Key: one of a fixed number of hashes for the day. Arguments: identity, amount, maximum identities
 * in a hash, seconds to keep it, the shared counter of the identities past that. The hashes bound the memory
 * whatever keys callers invent; a shared count may be too high, never too low.
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
 * Counts a request in a window. Key: the window. Argument: its length. Returns the count and what is left, in ms. A
 * window that has no end, or a later one because the server's clock was set back, gets a new one.
 */
export const COUNT_HIT = defineScript(`
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 or left > tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}
`);
