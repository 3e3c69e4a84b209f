import { defineScript } from "./script.ts";

/**
 * Runs every command of the store on probe keys. Keys: two of one slot. Argument: a channel.
 * Returns the errors, each prefixed with its command. The keys expire within a minute.
 */
export const PROBE = defineScript(`
local errors = {}
local function try(...)
  local reply = redis.pcall(...)
  if type(reply) == 'table' and reply.err then
    errors[#errors + 1] = string.lower((...)) .. ' ' .. reply.err
  end
end
local hash, list, count = KEYS[1], KEYS[2], KEYS[3]
try('HSET', hash, 'n', '1')
try('HMGET', hash, 'n')
try('HGET', hash, 'n')
try('HEXISTS', hash, 'n')
try('HLEN', hash)
try('HINCRBY', hash, 'n', '1')
try('EXPIRE', hash, '60')
try('RPUSH', list, 'n', 'n')
try('LPOP', list)
try('LLEN', list)
try('LRANGE', list, '0', '0')
try('PEXPIREAT', list, '1')
try('INCR', count)
try('PEXPIRE', count, '60000')
try('PTTL', count)
try('DEL', hash, list, count)
try('PUBLISH', ARGV[1], '')
return errors
`);
