import { defineTool } from "../define.ts";
import { parseExpected } from "./expected.ts";
import {
  checkKeyedAlgorithm,
  checkText,
  hash,
  parseBase64,
  parseHmacKey,
  startHash,
} from "./hash.ts";
import { HASH_LIST } from "./hash-list.ts";
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
  kit: "hash",
  path: "/api/v1/hash",
  // 1 MiB of text, and the same for its JSON escapes.
  bodyLimitBytes: 2 * 1_048_576,
  streamedBody: {
    mediaTypes: ["application/octet-stream"],
    input: HashSettings,
    start: startHash,
    list: HASH_LIST,
  },
  input: HashInput,
  output: HashOutput,
  example: { text: "hello world", algorithm: "sha256", all: true },
  rules: [
    { members: ["text"], check: ({ text = "" }) => void checkText(text) },
    { members: ["base64"], check: ({ base64 = "" }) => void parseBase64(base64) },
    {
      members: ["expected", "algorithm"],
      check: ({ expected, algorithm }) =>
        void (expected !== undefined && parseExpected(expected, algorithm)),
    },
    {
      members: ["hmacKey", "hmacKeyEncoding"],
      check: ({ hmacKey, hmacKeyEncoding }) =>
        void (hmacKey !== undefined && parseHmacKey(hmacKey, hmacKeyEncoding)),
    },
    { members: ["hmacKey", "algorithm"], check: checkKeyedAlgorithm },
  ],
  run: hash,
});
