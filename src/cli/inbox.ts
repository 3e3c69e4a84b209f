import { parseArgs } from "node:util";
import { ValidationError } from "../lib/errors.ts";
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
  bodyJson: unknown;
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
  const waiting = waitFor(inbox, parseMatch(values.match), parseTimeout(values.timeout));
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

async function waitFor(
  inbox: string,
  matches: (record: InboxRecord) => boolean,
  timeout: number,
): Promise<InboxRecord> {
  const endsAt = performance.now() + timeout * 1000;
  let after = (await get(`${inbox}?limit=1`)).payloads.at(-1)?.seq ?? 0;
  while (performance.now() < endsAt) {
    const left = Math.ceil((endsAt - performance.now()) / 1000);
    const wait = Math.max(1, Math.min(WAIT_SECONDS, left));
    const { payloads } = await get(`${inbox}?after=${after}&wait=${wait}`);
    const found = payloads.find(matches);
    if (found) return found;
    after = payloads.at(-1)?.seq ?? after;
  }
  throw new Error(`nothing came in ${timeout} s`);
}

async function get(url: string): Promise<{ payloads: InboxRecord[] }> {
  return parseJson(await request(url)) as { payloads: InboxRecord[] };
}

const MATCH = /^\.([\w.-]+)\s*==\s*(.+)$/;

/** Parses `.event=="paid"`: a path in the JSON body of a record and the JSON value to match. */
function parseMatch(text: string | undefined): (record: InboxRecord) => boolean {
  if (text === undefined) return () => true;
  const [, path = "", value = ""] = MATCH.exec(text) ?? [];
  const wanted = normalizeJson(value);
  if (path === "" || wanted === undefined) {
    throw ValidationError.at(["--match"], 'must be like .event=="paid"');
  }
  return ({ bodyJson }) => {
    const at = path.split(".").reduce<unknown>((node, step) => readMember(node, step), bodyJson);
    return JSON.stringify(at) === wanted;
  };
}

function readMember(node: unknown, step: string): unknown {
  const isObject = typeof node === "object" && node !== null;
  return isObject && Object.hasOwn(node, step)
    ? (node as Record<string, unknown>)[step]
    : undefined;
}

function normalizeJson(value: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(value));
  } catch {
    return undefined;
  }
}
