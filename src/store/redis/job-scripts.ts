import { defineScript } from "./script.ts";

/**
 * Defines `find`, which returns version, client, state, end (0: unfinished) and bytes of a job, and
 * `save`. Keys: the jobs, the ids of unfinished ones, the ends of the others, the ends of those
 * with files, and totals.
 */
const COMMON = `
local id = ARGV[1]
local function parse(value)
  if not value then return nil end
  return string.match(value, '^(%d+) (%S+) (%S+) (%d+) (%d+) ')
end
local function drop()
  local _, _, state, _, bytes = parse(redis.call('HGET', KEYS[1], id))
  if not state then return end
  redis.call('HDEL', KEYS[1], id)
  redis.call('SREM', KEYS[2], id)
  redis.call('ZREM', KEYS[3], id)
  redis.call('ZREM', KEYS[4], id)
  if bytes ~= '0' then redis.call('HINCRBY', KEYS[5], 'bytes', '-' .. bytes) end
  redis.call('HINCRBY', KEYS[5], state, -1)
end
local function save(version, value)
  local whole = version .. ' ' .. value
  local _, _, state, ends, bytes = parse(whole)
  drop()
  redis.call('HSET', KEYS[1], id, whole)
  if ends == '0' then redis.call('SADD', KEYS[2], id)
  else
    redis.call('ZADD', KEYS[3], ends, id)
    if bytes ~= '0' then redis.call('ZADD', KEYS[4], ends, id) end
  end
  redis.call('HINCRBY', KEYS[5], 'bytes', bytes)
  redis.call('HINCRBY', KEYS[5], state, 1)
end
local function exceeds(added, max)
  return added > 0 and tonumber(redis.call('HGET', KEYS[5], 'bytes') or '0') + added > tonumber(max)
end
`;

/**
 * Adds a job. Further arguments: value without version, client, bytes, maximum unfinished jobs of a
 * client and of all, maximum bytes.
 */
export const ADD_JOB = defineScript(`${COMMON}
local unfinished, own = redis.call('SMEMBERS', KEYS[2]), 0
for _, name in ipairs(unfinished) do
  local _, client = parse(redis.call('HGET', KEYS[1], name))
  if client == ARGV[3] then own = own + 1 end
end
if own >= tonumber(ARGV[5]) then return 'client-full' end
if #unfinished >= tonumber(ARGV[6]) then return 'full' end
if exceeds(tonumber(ARGV[4]), ARGV[7]) then return 'no-space' end
save('1', ARGV[2])
return 'added'
`);

/** Replaces a version. Further arguments: value without version, version, bytes, maximum bytes. */
export const REPLACE_JOB = defineScript(`${COMMON}
local version, _, _, _, bytes = parse(redis.call('HGET', KEYS[1], id))
if version ~= ARGV[3] then return 'conflict' end
if exceeds(tonumber(ARGV[4]) - tonumber(bytes), ARGV[5]) then return 'no-space' end
save(string.format('%.0f', version + 1), ARGV[2])
return 'replaced'
`);

/** Forgets a job. */
export const REMOVE_JOB = defineScript(`${COMMON}
drop()
`);

/** Returns the time in ms, then ids and values of unfinished jobs in turn. */
export const LIST_UNFINISHED = defineScript(`
local time = redis.call('TIME')
local out = {string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))}
for _, name in ipairs(redis.call('SMEMBERS', KEYS[2])) do
  out[#out + 1] = name
  out[#out + 1] = redis.call('HGET', KEYS[1], name)
end
return out
`);

/** Returns ids and values of ended jobs in turn. Arguments: last end, maximum. */
export const LIST_EXPIRED = defineScript(`
local out = {}
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])) do
  out[#out + 1] = name
  out[#out + 1] = redis.call('HGET', KEYS[1], name)
end
return out
`);

/** Returns id and value of the job with files that ended first. */
export const FIND_OLDEST = defineScript(`
local name = redis.call('ZRANGE', KEYS[4], 0, 0)[1]
return name and {name, redis.call('HGET', KEYS[1], name)} or {}
`);

/** Returns a job's value. */
export const READ_JOB = defineScript("return redis.call('HGET', KEYS[1], ARGV[1])");

/** Returns the totals: names and counts in turn. */
export const COUNT_JOBS = defineScript("return redis.call('HGETALL', KEYS[5])");
