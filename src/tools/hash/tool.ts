import { defineTool } from "../define.ts";
import { hash } from "./hash.ts";
import { HashInput, HashOutput } from "./schema.ts";

export default defineTool({
  name: "hash",
  title: "Hash",
  summary: "The MD5, SHA-1 or SHA-2 hash of a text.",
  group: "security",
  keywords: ["checksum", "digest", "md5", "sha-1", "sha-256", "sha-512"],
  path: "/api/v1/hash",
  // 1 MiB of text, and as much again for what JSON escapes.
  bodyLimitBytes: 2 * 1_048_576,
  input: HashInput,
  output: HashOutput,
  example: { text: "hello world", algorithm: "sha256" },
  run: hash,
});
