import { getErrorMessage, HttpError, ValidationError } from "../../lib/errors.ts";
import { parseFlags } from "../parse-flags.ts";
import type { Print } from "../command.ts";
import { parseServerUrl } from "../server-client.ts";

const HELP = `Model Context Protocol over standard input and output: the tools for an assistant, without a server.

Usage:
  sundry mcp [flags]

Flags:
  --files DIR     Folder that may be read and written; repeatable. Default: none.
  --tools LIST    Only these tools, with commas between.
  --set LIST      Only these sets: documents, images, calculators, security, webhooks.
  --mode search   Three tools that find, describe and call the others.
  --inline BYTES  Larger files are links. Default: 32768.
  --server URL    Server whose webhook inboxes are tools, too.
  --token TOKEN   Read token of private inboxes on that server.
  -h, --help      Show this help.

Exit codes: 0 the client is gone, 1 a folder or setting is wrong, 2 usage error.`;

const OPTIONS = {
  files: { type: "string", multiple: true },
  tools: { type: "string" },
  set: { type: "string" },
  mode: { type: "string" },
  inline: { type: "string" },
  server: { type: "string" },
  token: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Runs `sundry mcp`: serves one client until it is gone. */
export async function runMcpCommand(argv: string[], print: Print): Promise<boolean> {
  const { values } = parseFlags(argv, { command: "mcp", options: OPTIONS });
  if (values.help) {
    print(HELP);
    return true;
  }
  const { files: folders = [], tools, set, mode, inline, server, token } = values;
  const options = {
    folders,
    selection: { tools, set, mode },
    inline,
    server: server === undefined ? undefined : parseServerUrl("--server", server),
    token,
  };
  const { serveAssistant } = await import("./serve.ts");
  await rethrowUsageErrors(() => serveAssistant(options));
  return true;
}

/** Throws errors of a selection as usage errors that name the flag: "--set must be …". */
async function rethrowUsageErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const [, name = "", message = ""] = /^(\S+) (.*)$/s.exec(getErrorMessage(error)) ?? [];
    throw new ValidationError([{ path: [], subject: `--${name}`, message }]);
  }
}
