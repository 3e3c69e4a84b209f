import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attempt, deliverEvent } from "../../domain/rehearsal/deliver.ts";
import {
  formatProviderEvent,
  PROVIDERS,
  PROVIDERS_AS_OF,
} from "../../domain/rehearsal/providers.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../domain/webhook-signature/names.ts";
import { ValidationError } from "../../lib/errors.ts";
import { formatSuggestion } from "../../lib/text/suggest.ts";
import { toPrintable } from "../../lib/text/printable.ts";
import { readTextFile } from "../content.ts";
import { parseFlags } from "../parse-flags.ts";
import { createInterruptSignal } from "../interrupt.ts";
import type { Print } from "../command.ts";
import { checkHttpUrl } from "../server-client.ts";
import { WEBHOOK_MANUAL } from "./help.ts";
import { MAX_RESPONSE, post } from "./post.ts";

const OPTIONS = {
  event: { type: "string" },
  body: { type: "string" },
  secret: { type: "string" },
  "secret-file": { type: "string" },
  header: { type: "string", multiple: true },
  retries: { type: "boolean" },
  speed: { type: "string" },
  "timeout-ms": { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const DEFAULT_TIMEOUT_SECONDS = 30;

type Flags = ReturnType<typeof parseWebhookArgs>["values"];

function parseWebhookArgs(argv: readonly string[]) {
  return parseFlags(argv, { command: "webhook", options: OPTIONS, allowPositionals: true });
}

/** Runs `sundry webhook`. Returns false when no attempt was acknowledged. */
export async function runWebhookCommand(argv: string[], print: Print): Promise<boolean> {
  const { values, positionals } = parseWebhookArgs(argv);
  const [action, ...args] = positionals;
  if (values.help) print(WEBHOOK_MANUAL.help);
  else if (action === "events" && args.length <= 1) listEvents(args[0], values, print);
  else if (action === "send" && args.length === 2) return send(args, values, print);
  else {
    const usage = "send PROVIDER URL, or events [PROVIDER]";
    throw ValidationError.at(["webhook"], `must be called as: sundry webhook ${usage}`);
  }
  return true;
}

function readProvider(text: string): ProviderName {
  const name = text === "svix" ? "standard" : PROVIDER_NAMES.find((provider) => provider === text);
  if (name) return name;
  const hint = formatSuggestion(text, PROVIDER_NAMES);
  throw ValidationError.at(["PROVIDER"], `must be one of ${PROVIDER_NAMES.join(", ")}${hint}`);
}

function listEvents(only: string | undefined, { json = false }: Flags, print: Print): void {
  const names = only === undefined ? PROVIDER_NAMES : [readProvider(only)];
  for (const provider of names) {
    const { events, retries } = PROVIDERS[provider];
    if (json) {
      const list = events.map(({ name, source }) => ({ name, source }));
      print(JSON.stringify({ provider, checked: PROVIDERS_AS_OF, events: list, retries }));
      continue;
    }
    const ours = retries.isPublished ? "" : " The delays are not published; ours fill that time.";
    print(`${provider}: ${retries.text}${ours} ${retries.source} (as of ${PROVIDERS_AS_OF})`);
    for (const { name, source } of events) print(`  ${name.padEnd(26)} ${source}`);
  }
}

async function send([name = "", url = ""]: string[], values: Flags, print: Print) {
  const provider = readProvider(name);
  const { retries, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = PROVIDERS[provider];
  const target = checkHttpUrl("URL", url);
  const { body, headers } = readEvent(provider, values);
  const speed = readNumber(values, "speed") ?? 1;
  const timeoutMs = readNumber(values, "timeout-ms") ?? timeoutSeconds * 1000;
  const signal = createInterruptSignal();
  const attempts = deliverEvent({
    event: {
      provider,
      headers,
      body,
      url: target,
      secret: readSecret(provider, values),
      id: randomUUID(),
    },
    delays: values.retries ? retries.delays.map((seconds) => seconds / speed) : [],
    send: (pairs) => post(target, { pairs, body, timeoutMs, signal }),
    wait: (seconds) => sleep(seconds * 1000, true, { signal }).catch(() => false),
    now: Date.now,
  });
  let isAcknowledged = false;
  for await (const attempt of attempts) {
    print(values.json ? JSON.stringify(attempt) : formatAttempt(attempt));
    const { outcome } = attempt;
    isAcknowledged = "status" in outcome && outcome.status >= 200 && outcome.status < 300;
  }
  return isAcknowledged;
}

function formatAttempt({ number, outcome, nextInSeconds }: Attempt): string {
  const text = "status" in outcome ? String(outcome.status) : `failed: ${outcome.problem}`;
  const next = nextInSeconds === undefined ? "" : `; next in ${formatSeconds(nextInSeconds)}`;
  const body = "status" in outcome ? outcome.body.slice(0, MAX_RESPONSE).trim() : "";
  return `${number} ${text} ${outcome.ms} ms${next}${body === "" ? "" : `\n  ${toPrintable(body)}`}`;
}

function formatSeconds(seconds: number): string {
  return `${Number(seconds.toPrecision(3))} s`;
}

/** Returns an example with its headers, or the payload of a file. */
function readEvent(provider: ProviderName, { event: wanted, body, header = [] }: Flags) {
  const { events } = PROVIDERS[provider];
  const event = wanted === undefined ? events[0] : events.find(({ name }) => name === wanted);
  if (!event) {
    const names = events.map(({ name }) => name).join(", ");
    throw ValidationError.at(["--event"], `must be one of ${names} for ${provider}`);
  }
  const added = header.map((line) => {
    const [, name, value = ""] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined) throw ValidationError.at(["--header"], "must be Name: value");
    return [name, value];
  });
  const headers = { ...event.headers, ...(Object.fromEntries(added) as Record<string, string>) };
  const text =
    body === undefined
      ? formatProviderEvent(event)
      : readTextFile("--body", body === "-" ? 0 : body);
  return { body: text, headers };
}

function readSecret(provider: ProviderName, { secret, "secret-file": file }: Flags): string {
  if (secret !== undefined && file !== undefined)
    throw ValidationError.at(["--secret"], "excludes --secret-file");
  if (file !== undefined) return readTextFile("--secret-file", file).trim();
  return secret ?? PROVIDERS[provider].secret;
}

function readNumber(values: Flags, name: "speed" | "timeout-ms"): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text) && number > 0) return number;
  throw ValidationError.at([`--${name}`], "must be a number above 0");
}
