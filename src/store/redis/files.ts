import {
  type FileLimits,
  type FileStore,
  type KeptFile,
  toFileShares,
} from "../../domain/files/file-store.ts";
import { identifyFile } from "../../domain/files/memory-files.ts";
import { toOwner } from "../byte-shares.ts";
import { mapStoreErrors } from "../store.ts";
import type { RedisConnection } from "./connection.ts";
import { DELETE_FILE, PUT_FILE } from "./file-scripts.ts";

/** One hash tag, so that a cluster keeps all files on one node and one script sees them. */
const PREFIX = "sundry:file:{files}:";
/** The files in the order of their age: id, owner, bytes and end of each. */
const INDEX = `${PREFIX}index`;

/** The line of JSON before the bytes of a file. */
interface Head extends Pick<KeptFile, "name" | "type" | "sha256" | "expiresAtMs"> {
  /** The entry of the file in the index. */
  entry: string;
}

const LINE_FEED = 10;

/** Creates the files that all processes on one Redis share. */
export function createRedisFiles(
  connection: RedisConnection,
  limits: FileLimits,
  now: () => number,
): FileStore {
  const { maxBytes, maxFiles, maxClientBytes, maxClientFiles } = toFileShares(limits);
  const find = async (id: string, name: string) => {
    const value = await mapStoreErrors(
      connection.withClient((client) => client.getBuffer(PREFIX + id)),
    );
    const stored = value && parseFile(id, value);
    return stored?.file.name === name ? stored : undefined;
  };
  return {
    maxFileBytes: maxClientBytes,
    async put(newFile, client) {
      const nowMs = now();
      const file = identifyFile(newFile, nowMs + limits.ttlMs);
      const owner = toOwner(client);
      const { id, name, type, sha256, expiresAtMs, bytes } = file;
      const entry = [id, owner, bytes.length, expiresAtMs].join(" ");
      const head: Head = { name, type, sha256, expiresAtMs, entry };
      const value = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]);
      const shares = [maxBytes, maxFiles, maxClientBytes, maxClientFiles];
      const args = [PREFIX, entry, value, limits.ttlMs, nowMs, owner, bytes.length, ...shares];
      await mapStoreErrors(connection.run(PUT_FILE, [PREFIX + id, INDEX], args));
      return file;
    },
    get: async (id, name) => (await find(id, name))?.file,
    async remove(id, name) {
      const stored = await find(id, name);
      if (!stored) return false;
      const keys = [PREFIX + id, INDEX];
      return (await mapStoreErrors(connection.run(DELETE_FILE, keys, [stored.head.entry]))) === 1;
    },
  };
}

function parseFile(id: string, value: Buffer): { file: KeptFile; head: Head } {
  const end = value.indexOf(LINE_FEED);
  const head = JSON.parse(value.toString("utf8", 0, end)) as Head;
  const { name, type, sha256, expiresAtMs } = head;
  return { head, file: { id, name, type, sha256, expiresAtMs, bytes: value.subarray(end + 1) } };
}
