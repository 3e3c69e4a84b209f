import { ValidationError } from "../lib/errors.ts";
import { INBOX_HELP } from "./help.ts";
import { withProgress } from "./progress.ts";
import { jsonOf, request, serverAddress } from "./request.ts";

const WAIT_SECONDS = 25;

interface InboxRecord {
  seq: number;
  bodyJson: unknown;
}

/**
 * `inbox list ID` prints the records there are, `inbox wait ID` the first new one that matches
 * (`--match '.event=="paid"'`), both as JSON; `--timeout` gives up after so many seconds.
 */
export async function inboxCommand(words: readonly string[], print: (text: string) => void) {
  if (words.includes("--help") || words.includes("-h")) return print(INBOX_HELP);
  const [action, id, ...rest] = words;
  if ((action !== "list" && action !== "wait") || id === undefined) {
    throw ValidationError.at(["inbox"], "takes list or wait and an id");
  }
  const options = readOptions(rest);
  const inbox = `${serverOf(options)}/api/v1/webhook/${encodeURIComponent(id)}`;
  if (action === "list") return print(JSON.stringify(await get(inbox), null, 2));
  const matches = matcher(options["--match"]);
  const waiting = waitFor(inbox, matches, timeoutSeconds(options["--timeout"]));
  const record = await withProgress("waiting for a request", waiting);
  return print(JSON.stringify(record, null, 2));
}

const FLAGS = new Set(["--server", "--url", "--match", "--timeout"]);

function serverOf(options: Record<string, string | undefined>): string {
  const flag = options["--server"] === undefined ? "--url" : "--server";
  return serverAddress(flag, options[flag] ?? "http://127.0.0.1:3000");
}

function readOptions(words: readonly string[]): Record<string, string | undefined> {
  const options: Record<string, string> = {};
  for (let at = 0; at < words.length; at += 2) {
    const [name = "", value] = words.slice(at, at + 2);
    if (!FLAGS.has(name) || value === undefined) {
      throw ValidationError.at([name], "is not a flag of this command, or lacks its value");
    }
    options[name] = value;
  }
  return options;
}

function timeoutSeconds(text: string | undefined): number {
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
  return jsonOf(await request(url)) as { payloads: InboxRecord[] };
}

const MATCH = /^\.([\w.-]+)\s*==\s*(.+)$/;

/** `.event=="paid"`: a path into the record's JSON body and the JSON value it has to have. */
function matcher(text: string | undefined): (record: InboxRecord) => boolean {
  if (text === undefined) return () => true;
  const [, path = "", value = ""] = MATCH.exec(text) ?? [];
  const wanted = jsonText(value);
  if (path === "" || wanted === undefined) {
    throw ValidationError.at(["--match"], 'must be like .event=="paid"');
  }
  return ({ bodyJson }) => {
    const at = path.split(".").reduce<unknown>((node, step) => member(node, step), bodyJson);
    return JSON.stringify(at) === wanted;
  };
}

function member(node: unknown, step: string): unknown {
  const isObject = typeof node === "object" && node !== null;
  return isObject && Object.hasOwn(node, step)
    ? (node as Record<string, unknown>)[step]
    : undefined;
}

function jsonText(value: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(value));
  } catch {
    return undefined;
  }
}
