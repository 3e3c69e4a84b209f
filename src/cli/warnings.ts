import type { Tool, ToolReply } from "../tools/define.ts";

/** Returns the sentences for the warnings in a file's headers. JSON contains its warnings. */
export function listWarnings({ warnings, headers: declared }: Tool, reply: ToolReply): string[] {
  if (!(typeof reply.body === "string" || reply.body instanceof Uint8Array)) return [];
  const values = new Map(
    Object.entries(reply.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const sentences = Object.keys(declared).flatMap((name) => {
    const value = values.get(name.toLowerCase()) ?? "";
    if (value === "") return [];
    if (name.endsWith("-Warnings")) return value.split(", ").map((code) => warnings[code] ?? code);
    return [warnings[`${name}: ${value}`] ?? warnings[`${name}: *`]?.replace("{value}", value)];
  });
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))];
}
