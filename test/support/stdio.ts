import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { command } from "./cli.ts";
import type { Answer, Mode } from "./mcp.ts";

/** A message that `sundry mcp` wrote. */
export interface Message {
  id?: number | string | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

interface Options {
  flags?: readonly string[];
  environment?: Record<string, string>;
  /** Words before the path of Node, such as `prlimit`. */
  wrapper?: readonly string[];
}

/** The first messages of a client of the 2025 generation. */
export const HANDSHAKE = [
  {
    jsonrpc: "2.0",
    id: "init",
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

/** `sundry mcp` in a process of its own, written to and read from line by line. */
export class StdioProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly messages: Message[] = [];
  /** Standard error so far. */
  errors = "";
  /** Resolves with the exit code when the process has ended and its output is read. */
  readonly exited: Promise<number | null>;
  readonly #waiting = new Map<number | string, (message: Message) => void>();
  #count = 0;

  constructor({ flags = [], environment = {}, wrapper = [] }: Options = {}) {
    const [program = "", ...words] = [...wrapper, process.execPath, command, "mcp", ...flags];
    this.child = spawn(program, words, {
      env: { PATH: process.env["PATH"] ?? "", ...environment },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.child.stdin.on("error", () => {});
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => (this.errors += text));
    createInterface({ input: this.child.stdout }).on("line", (line) => this.#receive(line));
    this.exited = once(this.child, "close").then(([code]) => code as number | null);
  }

  /** Sends the handshake and resolves with its answer. */
  async initialize(): Promise<Message> {
    const answer = this.#waitFor("init");
    this.write(...HANDSHAKE);
    return answer;
  }

  /** Sends a request and resolves with its answer. */
  ask(method: string, params: object = {}, id: number | string = ++this.#count): Promise<Message> {
    const answer = this.#waitFor(id);
    this.write({ jsonrpc: "2.0", id, method, params });
    return answer;
  }

  call(name: string, args: object, id?: number | string): Promise<Message> {
    return this.ask("tools/call", { name, arguments: args }, id);
  }

  write(...messages: readonly unknown[]): void {
    for (const message of messages) this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Closes standard input and resolves with the exit code. */
  close(): Promise<number | null> {
    this.child.stdin.end();
    return this.exited;
  }

  #waitFor(id: number | string): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve);
      void this.exited.then((code) => reject(new Error(`ended with ${code}: ${this.errors}`)));
    });
  }

  #receive(line: string): void {
    const message = JSON.parse(line) as Message;
    this.messages.push(message);
    if (message.id !== undefined && message.id !== null) this.#waiting.get(message.id)?.(message);
  }
}

/** Connects the official client to `sundry mcp` with these flags. */
export async function connectStdio(
  mode: Mode,
  flags: readonly string[] = [],
  environment: Record<string, string> = {},
) {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, "mcp", ...flags],
    env: { PATH: process.env["PATH"] ?? "", ...environment },
  });
  await client.connect(transport);
  return {
    client,
    call: (name: string, args: Record<string, unknown>, signal?: AbortSignal) =>
      client.callTool({ name, arguments: args }, signal && { signal }) as Promise<Answer>,
  };
}
