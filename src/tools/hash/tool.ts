import { defineTool } from "../define.ts";
import { hash, startHash } from "./hash.ts";
import { HashInput, HashOutput, HashSettings } from "./schema.ts";

export default defineTool({
  name: "hash",
  title: "Hash",
  summary: "The hash, checksum or HMAC of a text or file, and whether it is the expected one.",
  group: "security",
  keywords: [
    "checksum",
    "digest",
    "md5",
    "sha-1",
    "sha-256",
    "sha-512",
    "sha-3",
    "blake2",
    "crc32",
    "hmac",
    "sha256sum",
    "verify",
  ],
  page: "hash",
  path: "/api/v1/hash",
  // 1 MiB of text, and the same for its JSON escapes.
  bodyLimitBytes: 2 * 1_048_576,
  streamedBody: {
    mediaTypes: ["application/octet-stream"],
    input: HashSettings,
    start: startHash,
  },
  input: HashInput,
  output: HashOutput,
  example: { text: "hello world", algorithm: "sha256", all: true },
  run: hash,
});
