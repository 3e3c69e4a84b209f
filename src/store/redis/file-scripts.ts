import { defineScript } from "./script.ts";

/**
 * Keeps a file, and drops the oldest ones above the limits, those of the same owner first. Keys:
 * the file's, and the index, a list of entries with id, owner, bytes and end. Arguments: prefix of
 * keys, entry, value, time to live in ms, time, owner, bytes. Then the limits in bytes and files,
 * of all and of the owner.
 */
export const PUT_FILE = defineScript(`
local prefix, now, owner, size = ARGV[1], tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7])
local maxBytes, maxFiles, ownBytes, ownFiles = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
local kept, all, own = {}, {size, 1}, {size, 1}
for _, entry in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
  local id, of, bytes, ends = string.match(entry, '(%S+) (%S+) (%S+) (%S+)')
  if tonumber(ends) > now then
    local file = {entry = entry, id = id, isOwn = of == owner, bytes = tonumber(bytes)}
    kept[#kept + 1] = file
    all = {all[1] + file.bytes, all[2] + 1}
    if file.isOwn then own = {own[1] + file.bytes, own[2] + 1} end
  else redis.call('LREM', KEYS[2], 1, entry) end
end
local function isFull() return all[1] > maxBytes or all[2] > maxFiles end
local function isOwnFull() return own[1] > ownBytes or own[2] > ownFiles end
local function drop(file)
  redis.call('DEL', prefix .. file.id)
  redis.call('LREM', KEYS[2], 1, file.entry)
  all = {all[1] - file.bytes, all[2] - 1}
  if file.isOwn then own = {own[1] - file.bytes, own[2] - 1} end
  file.dropped = true
end
for _, file in ipairs(kept) do
  if file.isOwn and (isFull() or isOwnFull()) then drop(file) end
end
for _, file in ipairs(kept) do
  if not file.dropped and isFull() then drop(file) end
end
redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
redis.call('RPUSH', KEYS[2], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return 1
`);

/** Deletes a file. Keys: the file's, and the index. Argument: its entry in the index. */
export const DELETE_FILE = defineScript(`
redis.call('LREM', KEYS[2], 1, ARGV[1])
return redis.call('DEL', KEYS[1])
`);
