import { readClientCredentials } from "../../config.ts";
import type { CreatedKey, Key } from "../../domain/access/key.ts";
import type { UsageReport } from "../../domain/access/usage-report.ts";
import { ValidationError } from "../../lib/errors.ts";
import { formatSuggestion } from "../../lib/text/suggest.ts";
import { readTextFile } from "../content.ts";
import { type Action, findAction, requireFlags } from "../action.ts";
import type { Print } from "../command.ts";
import {
  DEFAULT_SERVER,
  parseJson,
  parseServerUrl,
  request,
  type Success,
} from "../server-client.ts";
import { type KeyFlags, parseDuration, parseKeyArgs, readSettings } from "./arguments.ts";
import { formatKey, formatKeys, formatUsage } from "./format.ts";
import { KEYS_MANUAL } from "./help.ts";

/** Sends a request to a path below `/api/v1`. */
type Send = (method: string, path: string, body?: object) => Promise<Success>;

interface Call {
  send: Send;
  values: KeyFlags;
  /** Empty where `usage` names none. */
  id: string;
  print: Print;
}

interface KeysAction extends Action<Call> {
  id: "required" | "optional" | "none";
}

const COMMON_FLAGS = ["json", "token-file", "server", "help"];
const SETTINGS = ["name", "scope", "per-day", "per-minute", "expires", "network"];

const ACTIONS: Readonly<Record<string, KeysAction>> = {
  create: { id: "none", flags: SETTINGS, run: create },
  list: { id: "none", flags: [], run: list },
  show: { id: "required", flags: [], run: show },
  change: { id: "required", flags: SETTINGS, run: change },
  rotate: { id: "required", flags: ["overlap"], run: rotate },
  revoke: { id: "required", flags: [], run: revoke },
  usage: { id: "optional", flags: ["csv"], run: printUsage },
};

/** Runs `sundry keys ACTION`. Rejects with a ServerError when the server refuses. */
export async function runKeysCommand(argv: readonly string[], print: Print): Promise<boolean> {
  const { values, positionals } = parseKeyArgs(argv);
  if (values.help) {
    print(KEYS_MANUAL.help);
    return true;
  }
  const [name = "", id = ""] = positionals;
  const action = findAction(ACTIONS, name);
  if (!action) throw createUsageError(name);
  requireFlags(values, [...COMMON_FLAGS, ...action.flags], `keys ${name}`);
  requireId(name, action.id, positionals.slice(1));
  const server = parseServerUrl("--server", values.server ?? DEFAULT_SERVER);
  const token = readToken(values, name === "usage" && id === "");
  const send: Send = (method, path, body) =>
    request(`${server}/api/v1/${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  await action.run({ send, values, id: encodeURIComponent(id), print });
  return true;
}

function createUsageError(name: string): ValidationError {
  const names = Object.keys(ACTIONS);
  return ValidationError.at(["keys"], `takes ${names.join(", ")}${formatSuggestion(name, names)}`);
}

function requireId(action: string, rule: KeysAction["id"], [id, ...more]: string[]): void {
  const isWrong = rule === "required" ? !id : rule === "none" && id;
  if (!isWrong && more.length === 0) return;
  const form = { required: " ID", optional: " [ID]", none: "" }[rule];
  throw ValidationError.at([`keys ${action}`], `must be called as: keys ${action}${form}`);
}

/** Returns the admin token; undefined where one's own key suffices. It is never an argument. */
function readToken(values: KeyFlags, isOwn: boolean): string | undefined {
  const { adminToken, apiKey } = readClientCredentials();
  const file = values["token-file"];
  if (file !== undefined) return readTextFile("--token-file", file).trim();
  if (isOwn && apiKey !== undefined) return undefined;
  if (adminToken !== undefined || isOwn) return adminToken;
  throw ValidationError.at(["SUNDRY_ADMIN_TOKEN"], "must be set, or --token-file names its file");
}

async function create({ send, values, print }: Call): Promise<void> {
  const settings = readSettings(values, Date.now());
  printKey(await send("POST", "keys", settings), values, print);
}

async function rotate({ send, values, id, print }: Call): Promise<void> {
  const { overlap } = values;
  const overlapSeconds = overlap === undefined ? undefined : parseDuration(overlap);
  if (overlap !== undefined && overlapSeconds === undefined)
    throw ValidationError.at(["--overlap"], "must be a time such as 24h or 7d");
  printKey(await send("POST", `keys/${id}/rotate`, { overlapSeconds }), values, print);
}

/** Prints the secret alone, so that it can be piped. */
function printKey(response: Success, { json }: KeyFlags, print: Print): void {
  const created = parseJson(response) as CreatedKey;
  print(json ? JSON.stringify(created, null, 2) : created.key);
}

async function list({ send, values, print }: Call): Promise<void> {
  const { keys } = parseJson(await send("GET", "keys")) as { keys: Key[] };
  print(values.json ? JSON.stringify({ keys }, null, 2) : formatKeys(keys));
}

async function show({ send, values, id, print }: Call): Promise<void> {
  printMembers(await send("GET", `keys/${id}`), values, print);
}

async function change({ send, values, id, print }: Call): Promise<void> {
  const settings = readSettings(values, Date.now());
  printMembers(await send("PATCH", `keys/${id}`, settings), values, print);
}

function printMembers(response: Success, { json }: KeyFlags, print: Print): void {
  const key = parseJson(response) as Key;
  print(json ? JSON.stringify(key, null, 2) : formatKey(key));
}

async function revoke({ send, id }: Call): Promise<void> {
  await send("DELETE", `keys/${id}`);
}

async function printUsage({ send, values, id, print }: Call): Promise<void> {
  const path = id === "" ? "usage" : `keys/${id}/usage`;
  const response = await send("GET", values.csv ? `${path}?format=csv` : path);
  if (values.csv) return print(new TextDecoder().decode(response.body));
  const usage = parseJson(response) as UsageReport;
  return print(values.json ? JSON.stringify(usage, null, 2) : formatUsage(usage));
}
