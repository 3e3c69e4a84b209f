import type { Tool, ToolReply } from "../../tools/define.ts";

/** Returns the sentences for the warnings in a file's headers. JSON contains its warnings. */
export function listWarnings({ warnings, headers: declared }: Tool, reply: ToolReply): string[] {
  if (!(typeof reply.body === "string" || reply.body instanceof Uint8Array)) return [];
  const values = new Map(
    Object.entries(reply.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const header = (name: string) => values.get(name.toLowerCase()) ?? "";
  const describe = (key: string) => {
    const sentence = warnings[key];
    return typeof sentence === "function" ? sentence(header) : sentence;
  };
  const sentences = Object.keys(declared).flatMap((name) => {
    const value = header(name);
    if (value === "") return [];
    if (name.endsWith("-Warnings")) return value.split(", ").map((code) => describe(code) ?? code);
    return [describe(`${name}: ${value}`) ?? describe(`${name}: *`)?.replace("{value}", value)];
  });
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))];
}
