import {
  createCRC32,
  createMD5,
  createSHA1,
  createSHA256,
  createSHA384,
  createSHA512,
} from "hash-wasm";
import type { FileAlgorithm } from "../tool/kits/hash/checksum.ts";
import type { Digests, HashTask, HashReport } from "../tool/kits/hash/file-hash.ts";

/** Bytes of the buffer that a file is read into. */
const BUFFER_BYTES = 1024 * 1024;

/**
 * Bytes between two reports, so that a large file sends hundreds of messages instead of ten
 * thousands.
 */
const REPORT_EVERY = 4 * 1024 * 1024;

const CREATE = {
  md5: createMD5,
  sha1: createSHA1,
  sha256: createSHA256,
  sha384: createSHA384,
  sha512: createSHA512,
  crc32: createCRC32,
} satisfies Record<FileAlgorithm, unknown>;

addEventListener("message", ({ data }: MessageEvent<HashTask>) => {
  hash(data).then(
    (digests) => report({ digests }),
    () => report({ isUnreadable: true }),
  );
});

/** Reads a file chunk by chunk, so that memory does not grow with its size. */
async function hash({ file, algorithms }: HashTask): Promise<Digests> {
  const hashers = await Promise.all(
    algorithms.map(async (name) => [name, (await CREATE[name]()).init()] as const),
  );
  let bytesRead = 0;
  let reported = 0;
  for await (const chunk of readChunks(file.stream())) {
    for (const [, hasher] of hashers) hasher.update(chunk);
    bytesRead += chunk.length;
    if (bytesRead - reported < REPORT_EVERY) continue;
    reported = bytesRead;
    report({ bytesRead });
  }
  return Object.fromEntries(hashers.map(([name, hasher]) => [name, hasher.digest()]));
}

/**
 * Yields bytes that are valid until the next ones. They are read into one buffer where the stream
 * allows that, because new memory for each chunk takes longer than hashing it.
 */
function readChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = getByteReader(stream);
  return reader ? readIntoBuffer(reader) : readNewChunks(stream.getReader());
}

async function* readIntoBuffer(reader: ReadableStreamBYOBReader): AsyncGenerator<Uint8Array> {
  let buffer = new ArrayBuffer(BUFFER_BYTES);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) return;
    yield value;
    ({ buffer } = value);
  }
}

/** Returns undefined in browsers whose files are not streams of bytes, such as Safari 18. */
function getByteReader(stream: ReadableStream): ReadableStreamBYOBReader | undefined {
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

async function* readNewChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function report(message: HashReport): void {
  postMessage(message);
}
