import { parseArgs } from "node:util";
import { ValidationError } from "../lib/errors.ts";
import { parseWhere, WHERE_RULE } from "../lib/record/record-filter.ts";
import { INBOX_HELP } from "./help.ts";
import { withProgress } from "./progress.ts";
import { parseJson, parseServerUrl, request } from "./request.ts";

/** How long one request of `inbox wait` waits, in seconds: below the server's limit of 30. */
const WAIT_SECONDS = 25;

const DEFAULT_SERVER = "http://127.0.0.1:3000";

const OPTIONS = {
  server: { type: "string" },
  url: { type: "string" },
  match: { type: "string" },
  timeout: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

interface InboxRecord {
  seq: number;
}

/**
 * Runs `inbox list ID`, which prints the stored records as JSON, or `inbox wait ID`, which prints the next new record
 * that matches `--match '.event=="paid"'`. Throws an Error when `--timeout` seconds pass first.
 */
export async function inboxCommand(argv: readonly string[], print: (text: string) => void) {
  const { values, positionals } = parseInboxArgs(argv);
  if (values.help) return print(INBOX_HELP);
  const [action, id, ...rest] = positionals;
  if ((action !== "list" && action !== "wait") || id === undefined || rest.length > 0) {
    throw ValidationError.at(["inbox"], "takes list or wait and an id");
  }
  const flag = values.server === undefined ? "--url" : "--server";
  const server = parseServerUrl(flag, values.server ?? values.url ?? DEFAULT_SERVER);
  const inbox = `${server}/api/v1/webhook/${encodeURIComponent(id)}`;
  if (action === "list") return print(JSON.stringify(await get(inbox), null, 2));
  const waiting = waitFor(inbox, formatMatch(values.match), parseTimeout(values.timeout));
  const record = await withProgress("waiting for a request", waiting);
  return print(JSON.stringify(record, null, 2));
}

function parseInboxArgs(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const { message } = error as Error;
    const [, name = "inbox"] = /'(-[^\s']*)/.exec(message) ?? [];
    throw ValidationError.at([name], "is not a flag of this command, or lacks its value");
  }
}

function parseTimeout(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (Number(text) > 0) return Number(text);
  throw ValidationError.at(["--timeout"], "must be a number of seconds above 0");
}

async function waitFor(inbox: string, match: string, timeout: number): Promise<InboxRecord> {
  const endsAt = performance.now() + timeout * 1000;
  const after = (await get(`${inbox}?limit=1`)).payloads.at(-1)?.seq ?? 0;
  while (performance.now() < endsAt) {
    const left = Math.ceil((endsAt - performance.now()) / 1000);
    const wait = Math.max(1, Math.min(WAIT_SECONDS, left));
    const { payloads } = await get(`${inbox}?after=${after}&wait=${wait}&limit=1${match}`);
    const [found] = payloads;
    if (found) return found;
  }
  throw new Error(`nothing came in ${timeout} s`);
}

async function get(url: string): Promise<{ payloads: InboxRecord[] }> {
  return parseJson(await request(url)) as { payloads: InboxRecord[] };
}

/** Returns `--match '.event=="paid"'` as a parameter of a read; empty without it. */
function formatMatch(text: string | undefined): string {
  if (text === undefined) return "";
  if (!parseWhere(text)) throw ValidationError.at(["--match"], WHERE_RULE);
  return `&where=${encodeURIComponent(text)}`;
}
