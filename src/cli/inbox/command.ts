import { parseWhere, WHERE_RULE } from "../../domain/record/record-filter.ts";
import { ValidationError } from "../../lib/errors.ts";
import { formatSuggestion } from "../../lib/text/suggest.ts";
import { type Action, findAction, requireFlags } from "../action.ts";
import { type InboxFlags, parseInboxArgs } from "./arguments.ts";
import { INBOX_MANUAL } from "./help.ts";
import { SYSTEM_CLOCK } from "./clock.ts";
import { createReport, type DeliveryReport } from "./report.ts";
import { type InboxAddress, type RecordList, readList } from "./server.ts";
import { createInterruptSignal } from "../interrupt.ts";
import { withProgress } from "../progress.ts";
import type { Print } from "../command.ts";
import { DEFAULT_SERVER, parseServerUrl } from "../server-client.ts";

/** Seconds that one request of `inbox wait` waits; below the server's limit of 30. */
const WAIT_SECONDS = 25;

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_TIMEOUT_MS = 600_000;
const MAX_TIMES = 1_000;

const COMMON_FLAGS = ["server", "url", "token", "help"];

interface InboxAction extends Action<ActionCall> {
  /** The arguments after the id. */
  args: readonly string[];
}

interface ActionCall {
  address: InboxAddress;
  values: InboxFlags;
  args: readonly string[];
  print: Print;
}

/** The actions of `sundry inbox`, by name. */
const ACTIONS: Readonly<Record<string, InboxAction>> = {
  list: { args: [], flags: ["match"], run: list },
  wait: { args: [], flags: ["match", "timeout"], run: wait },
  export: { args: [], flags: ["format", "after", "limit", "match", "output"], run: runExport },
  forward: {
    args: ["URL"],
    flags: ["after", "all", "match", "timeout-ms", "skip-failed", "fail-fast", "json"],
    run: forward,
  },
  replay: {
    args: ["SEQ", "URL"],
    flags: ["times", "timeout-ms", "fail-fast", "json"],
    run: replay,
  },
};

/**
 * Runs an action on a webhook inbox of a running server: `inbox list ID`, `wait`, `export`,
 * `forward` or `replay`. Returns false when the action reported a failure.
 */
export async function runInboxCommand(argv: readonly string[], print: Print): Promise<boolean> {
  const { values, positionals } = parseInboxArgs(argv);
  if (values.help) {
    print(INBOX_MANUAL.help);
    return true;
  }
  const [name = "", id, ...args] = positionals;
  const action = findAction(ACTIONS, name);
  if (!action || id === undefined) throw createUsageError(name);
  requireFlags(values, [...COMMON_FLAGS, ...action.flags], `inbox ${name}`);
  if (args.length !== action.args.length) {
    const usage = [name, "ID", ...action.args].join(" ");
    throw ValidationError.at([`inbox ${name}`], `must be called as: ${usage}`);
  }
  const flag = values.server === undefined ? "--url" : "--server";
  const server = parseServerUrl(flag, values.server ?? values.url ?? DEFAULT_SERVER);
  const address = { server, id, token: values.token };
  return (await action.run({ address, values, args, print })) ?? true;
}

/** Creates the error for a missing id or an unknown action. */
function createUsageError(name: string): ValidationError {
  const hint = Object.hasOwn(ACTIONS, name) ? "" : formatSuggestion(name, Object.keys(ACTIONS));
  return ValidationError.at(
    ["inbox"],
    `takes list or wait and an id, or export, forward or replay${hint}: sundry inbox --help explains them`,
  );
}

async function list({ address, values, print }: ActionCall): Promise<void> {
  const where = readMatch(values);
  const query = where === undefined ? "" : `?where=${encodeURIComponent(where)}`;
  print(JSON.stringify(await readList(address, query), null, 2));
}

async function wait({ address, values, print }: ActionCall): Promise<void> {
  const waiting = waitForRecord(address, readMatch(values), readTimeout(values.timeout));
  print(JSON.stringify(await withProgress("waiting for a request", waiting), null, 2));
}

async function waitForRecord(
  address: InboxAddress,
  where: string | undefined,
  timeout: number,
): Promise<RecordList["payloads"][number]> {
  const match = where === undefined ? "" : `&where=${encodeURIComponent(where)}`;
  const endsAt = performance.now() + timeout * 1000;
  const after = (await readList(address, "?limit=1&excerpt=true")).payloads.at(-1)?.seq ?? 0;
  while (performance.now() < endsAt) {
    const secondsLeft = Math.ceil((endsAt - performance.now()) / 1000);
    const seconds = Math.max(1, Math.min(WAIT_SECONDS, secondsLeft));
    const query = `?after=${after}&wait=${seconds}&limit=1${match}`;
    const [record] = (await readList(address, query)).payloads;
    if (record) return record;
  }
  throw new Error(`nothing came in ${timeout} s`);
}

async function runExport({ address, values }: ActionCall): Promise<void> {
  const where = readMatch(values);
  const { exportInbox } = await import("./export.ts");
  const { format, after, limit } = values;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ format, after, limit, where }))
    if (value !== undefined) parameters.set(name, value);
  await exportInbox(address, parameters, values.output);
}

async function forward({ address, values, args: [url = ""], print }: ActionCall): Promise<boolean> {
  const where = readMatch(values);
  if (values.all && values.after !== undefined)
    throw ValidationError.at(["--all"], "excludes --after");
  const after = readNumber(values, "after", { min: 0, max: Number.MAX_SAFE_INTEGER });
  const { forwardRecords } = await import("./forward.ts");
  return forwardRecords({
    address,
    target: await openTarget(url, values),
    after: values.all ? 0 : after,
    where,
    skipFailed: values["skip-failed"] ?? false,
    failFast: values["fail-fast"] ?? false,
    report: openReport(values, print),
    clock: SYSTEM_CLOCK,
    signal: createInterruptSignal(),
  });
}

async function replay({ address, values, args: [seq = "", url = ""], print }: ActionCall) {
  const { replayRecord } = await import("./replay.ts");
  const limits = { min: 1, max: Number.MAX_SAFE_INTEGER };
  return replayRecord({
    address,
    target: await openTarget(url, values),
    seq: parseNumber("SEQ", seq, limits),
    times: readNumber(values, "times", { min: 1, max: MAX_TIMES }) ?? 1,
    failFast: values["fail-fast"] ?? false,
    report: openReport(values, print),
    signal: createInterruptSignal(),
  });
}

/** Imported on demand, because most commands need no HTTP client. */
async function openTarget(url: string, values: InboxFlags) {
  const { createTarget } = await import("./target.ts");
  const timeoutMs = readNumber(values, "timeout-ms", { min: 1, max: MAX_TIMEOUT_MS });
  return createTarget(url, timeoutMs ?? DEFAULT_TIMEOUT_MS);
}

function openReport({ json = false }: InboxFlags, print: Print): DeliveryReport {
  return createReport(json, { print, warn: (line) => process.stderr.write(`sundry: ${line}\n`) });
}

/** Returns the expression of `--match '.event=="paid"'`, which the server evaluates. */
function readMatch({ match }: InboxFlags): string | undefined {
  if (match !== undefined && !parseWhere(match)) throw ValidationError.at(["--match"], WHERE_RULE);
  return match;
}

function readTimeout(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (Number(text) > 0) return Number(text);
  throw ValidationError.at(["--timeout"], "must be a number of seconds above 0");
}

interface NumberRange {
  min: number;
  max: number;
}

function readNumber(
  values: InboxFlags,
  name: "after" | "times" | "timeout-ms",
  range: NumberRange,
) {
  const text = values[name];
  return text === undefined ? undefined : parseNumber(`--${name}`, text, range);
}

function parseNumber(name: string, text: string, { min, max }: NumberRange): number {
  const number = Number(text);
  if (/^\d{1,16}$/.test(text) && number >= min && number <= max) return number;
  throw ValidationError.at([name], `must be a whole number from ${min} to ${max}`);
}
