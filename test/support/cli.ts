import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "./server.ts";

/** The command's file. */
export const command = join(root, "dist", "bundle", "sundry.js");

/** Runs a program to its end with this standard input. */
export async function runProgram(
  program: string,
  words: readonly string[],
  input: string | Uint8Array = "",
) {
  const child = spawn(program, words);
  const out: Buffer[] = [];
  let complaint = "";
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number];
  const bytes = Buffer.concat(out);
  return { code, bytes, text: bytes.toString(), complaint };
}

/** Runs `sundry` with these arguments and this standard input. */
export function runSundry(words: readonly string[], input: string | Uint8Array = "") {
  return runProgram(process.execPath, [command, ...words], input);
}
