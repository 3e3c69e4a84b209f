import { defineScript } from "./script.ts";

/**
 * Reads an inbox's metadata into locals; `generation` is false when there is no live inbox. Its
 * field is `life`, because processes of earlier releases share the keys. If the list's length
 * differs from the metadata, Redis has evicted one of the two keys, so the inbox counts as expired.
 */
const READ_META = `
local now = tonumber(ARGV[1])
local h = redis.call('HMGET', KEYS[1], 'life', 'created', 'expires', 'first', 'last', 'bytes', 'received', 'plan', 'owner')
local generation, created, expires = h[1], tonumber(h[2]), tonumber(h[3])
local first, last, bytes, received, owner = tonumber(h[4]), tonumber(h[5]), tonumber(h[6]), h[7], h[9] or '0'
if generation and (now >= expires or redis.call('LLEN', KEYS[2]) ~= last - first + 1) then generation = false end
local function whole(n) return string.format('%.0f', n) end
`;

/**
 * Defines `findPlan`, which returns the fields of the plan in force: the one of a live inbox, or
 * the one that waits for an inbox. A live inbox without the field `plan` has none, so that its
 * captures ask no third key.
 */
const FIND_PLAN = `
local function findPlan()
  if generation and not h[8] then return false end
  local p = redis.call('HMGET', KEYS[3], 'id', 'life', 'from', 'expires', 'bytes', 'schedule')
  if not p[1] or p[2] ~= (generation or '') or now >= tonumber(p[4]) then return false end
  return p
end
`;

/**
 * Stores a record in one atomic step. An element of the list is the record's text, preceded by its
 * method and preflight flag. Keys: metadata, records. Arguments: now, now as text, ttl, a
 * generation for a new inbox, maximum records, maximum bytes, 1 if an inbox may be created, method,
 * preflight, members, channel. Then the plan that the record was prepared for: its id (empty: none,
 * `-`: no plan may respond), 1 if it may be delayed, a digit for each step (1: its body is cut).
 * The last is the owner of a new inbox. PEXPIREAT deletes the bytes; what readers see is decided by
 * `expires`, which follows the process's clock. The schedule has `times status delay;` for each
 * step: 0 times are endless, status 0 closes.
 *
 * Returns the generation, sequence number, time of receipt, expiry, growth in bytes, the plan's
 * step (-1: none), its delay and the inbox's owner. If a plan waited for the inbox, its expiry and
 * bytes follow. Stores nothing and returns `budget` when no inbox may be created, and `plan` with
 * id, start and steps when another plan is in force.
 */
export const CAPTURE = defineScript(`${READ_META}${FIND_PLAN}
local before = 0
local plan = findPlan()
local answered, step, delay = '', -1, 0
if plan and ARGV[12] ~= '-' then
  local left, index = (generation and last or 0) - tonumber(plan[3]), 0
  for times, status, wait in string.gmatch(plan[6], '(%d+) (%d+) (%d+);') do
    if step < 0 and (times == '0' or left < tonumber(times)) then
      if plan[1] ~= ARGV[12] then
        return {'plan', plan[1], plan[3], redis.call('HGET', KEYS[3], 'steps')}
      end
      step = index
      delay = ARGV[13] == '1' and tonumber(wait) or 0
      answered = ',"answered":{"closed":true}'
      if status ~= '0' then
        local cut = string.sub(ARGV[14], index + 1, index + 1) == '1' and ',"truncated":true' or ''
        answered = ',"answered":{"status":' .. status .. ',"step":' .. index .. ',"delayMs":' .. delay .. cut .. '}'
      end
    end
    left = left - tonumber(times)
    index = index + 1
  end
end
local adopted = {}
if generation then before = bytes else
  if ARGV[7] == '0' then return {'budget'} end
  redis.call('DEL', KEYS[1], KEYS[2])
  created, expires = now, now + tonumber(ARGV[3])
  first, last, bytes, received, owner = 1, 0, 0, '', ARGV[15]
  if plan then
    adopted = {plan[4], plan[5]}
    redis.call('HSET', KEYS[3], 'life', ARGV[4], 'expires', whole(expires))
    redis.call('PEXPIREAT', KEYS[3], whole(expires))
    redis.call('HSET', KEYS[1], 'plan', '1')
  end
  generation = ARGV[4]
end
local seq = last + 1
if ARGV[2] > received then received = ARGV[2] end
local text = '{"id":"' .. generation .. '-' .. whole(seq) .. '","seq":' .. whole(seq) ..
  ',"receivedAt":"' .. received .. '",' .. ARGV[10] .. answered .. '}'
redis.call('RPUSH', KEYS[2], ARGV[8] .. ' ' .. ARGV[9] .. ' ' .. text)
bytes = bytes + #text
local maxRecords, maxBytes = tonumber(ARGV[5]), tonumber(ARGV[6])
while first < seq and (seq - first + 1 > maxRecords or bytes > maxBytes) do
  local old = redis.call('LPOP', KEYS[2])
  bytes = bytes - #old + string.find(old, '{', 1, true) - 1
  first = first + 1
end
redis.call('HSET', KEYS[1], 'life', generation, 'created', whole(created), 'expires', whole(expires),
  'first', whole(first), 'last', whole(seq), 'bytes', whole(bytes), 'received', received, 'owner', owner)
if seq == 1 then
  redis.call('PEXPIREAT', KEYS[1], whole(expires))
  redis.call('PEXPIREAT', KEYS[2], whole(expires))
end
-- A user without the right to publish must not turn a stored record into an error.
redis.pcall('PUBLISH', ARGV[11], '')
return {generation, whole(seq), received, whole(expires), whole(bytes - before), step, delay, owner, adopted[1], adopted[2]}
`);

/**
 * Reads the metadata of an inbox. Keys: metadata, records. Argument: now. Returns nothing when
 * there is none.
 */
export const READ_METADATA = defineScript(`${READ_META}
if not generation then return {} end
return {generation, whole(created), whole(expires), whole(first), whole(last), whole(bytes)}
`);

/**
 * Reads one page. Keys: metadata, records. Arguments: now, after, through, limit, newest, method
 * (empty: all), preflights, maximum bytes. Returns the metadata, the last sequence number examined,
 * then pairs of sequence number and text. Records are read in chunks, because a whole inbox
 * would block the server.
 */
export const READ = defineScript(`${READ_META}
if not generation then return {} end
local after, through, limit = tonumber(ARGV[2]), math.min(tonumber(ARGV[3]), last), tonumber(ARGV[4])
local function matches(element)
  if ARGV[6] == '' and ARGV[7] == '1' then return true end
  local method, preflight = string.match(element, '^(%S+) (%d) ')
  return (ARGV[6] == '' or method == ARGV[6]) and (ARGV[7] == '1' or preflight == '0')
end
local at = math.max(after + 1, first)
if ARGV[5] == '1' then
  local left, to, start = limit, through, through + 1
  while to >= at and left > 0 do
    local from = math.max(at, to - 63)
    local chunk = redis.call('LRANGE', KEYS[2], whole(from - first), whole(to - first))
    for i = #chunk, 1, -1 do
      if left > 0 and matches(chunk[i]) then
        left = left - 1
        start = from + i - 1
      end
    end
    to = from - 1
  end
  at = start
end
local out = {generation, whole(created), whole(expires), whole(first), whole(last), whole(bytes), ''}
local size, left, examined = 0, limit, at - 1
while at <= through and left > 0 and size < tonumber(ARGV[8]) do
  local to = math.min(through, at + 15)
  local chunk = redis.call('LRANGE', KEYS[2], whole(at - first), whole(to - first))
  for i = 1, #chunk do
    if left > 0 and size < tonumber(ARGV[8]) then
      examined = at + i - 1
      if matches(chunk[i]) then
        local text = string.sub(chunk[i], (string.find(chunk[i], '{', 1, true)))
        out[#out + 1] = whole(examined)
        out[#out + 1] = text
        size = size + #text
        left = left - 1
      end
    end
  end
  at = to + 1
end
out[7] = whole(examined)
return out
`);

/**
 * Deletes an inbox and its plan. Keys: metadata, records, plan. Argument: now. Returns 1 if it was
 * live (else 0), then expiry, bytes and owner of the inbox (if live) and of the plan (if there was
 * one).
 */
export const REMOVE = defineScript(`${READ_META}
local plan = redis.call('HMGET', KEYS[3], 'expires', 'bytes')
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
local out = {generation and '1' or '0'}
if generation then out[2], out[3], out[4] = whole(expires), whole(bytes), owner end
if plan[1] then
  out[#out + 1] = plan[1]
  out[#out + 1] = plan[2]
end
return out
`);

/**
 * Sets the plan of an inbox. Keys: metadata, records, plan. Arguments: now, ttl, the plan's id, its
 * bytes, schedule and steps. Returns the sequence number that it starts after and its expiry, then
 * expiry and bytes of the plan that it replaced. A plan without an inbox has an empty `life`.
 */
export const SET_PLAN = defineScript(`${READ_META}
local from, ends = 0, now + tonumber(ARGV[2])
if generation then
  from, ends = last, expires
  redis.call('HSET', KEYS[1], 'plan', '1')
end
local old = redis.call('HMGET', KEYS[3], 'expires', 'bytes')
redis.call('DEL', KEYS[3])
redis.call('HSET', KEYS[3], 'id', ARGV[3], 'life', generation or '', 'from', whole(from), 'expires', whole(ends),
  'bytes', ARGV[4], 'schedule', ARGV[5], 'steps', ARGV[6])
redis.call('PEXPIREAT', KEYS[3], whole(ends))
return {whole(from), whole(ends), old[1], old[2]}
`);

/**
 * Reads the plan of an inbox. Keys: metadata, records, plan. Argument: now. Returns its id, the
 * number that it starts after, its steps and the inbox's last number; nothing without one.
 */
export const READ_PLAN = defineScript(`${READ_META}${FIND_PLAN}
local plan = findPlan()
if not plan then return {} end
return {plan[1], plan[3], redis.call('HGET', KEYS[3], 'steps'), whole(generation and last or 0)}
`);

/** Deletes the plan of an inbox. Key: plan. Returns its expiry and bytes; nothing without one. */
export const REMOVE_PLAN = defineScript(`
local plan = redis.call('HMGET', KEYS[1], 'expires', 'bytes')
redis.call('DEL', KEYS[1])
return plan[1] and {plan[1], plan[2]} or {}
`);
