import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Digests, HashTask, HashReport } from "../tool/kits/hash/file-hash.ts";

/**
 * Bytes between two reports, so that a large file sends hundreds of messages instead of ten
 * thousands.
 */
const REPORT_EVERY = 4 * 1024 * 1024;

const HASHES = { md5, sha1, sha256, sha384, sha512 };

addEventListener("message", ({ data }: MessageEvent<HashTask>) => {
  hash(data).then(
    (digests) => report({ digests }),
    () => report({ isUnreadable: true }),
  );
});

/** Reads a file chunk by chunk, so that memory does not grow with its size. */
async function hash({ file, algorithms }: HashTask): Promise<Digests> {
  const hashers = algorithms.map((name) => [name, HASHES[name].create()] as const);
  const reader = file.stream().getReader();
  let bytesRead = 0;
  let reported = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const [, hasher] of hashers) hasher.update(value);
    bytesRead += value.length;
    if (bytesRead - reported < REPORT_EVERY) continue;
    reported = bytesRead;
    report({ bytesRead });
  }
  return Object.fromEntries(hashers.map(([name, hasher]) => [name, bytesToHex(hasher.digest())]));
}

function report(message: HashReport): void {
  postMessage(message);
}
