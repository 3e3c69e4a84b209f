import { limitNameLookups } from "../../config.ts";
import { getErrorMessage } from "../../lib/errors.ts";
import { toPrintable } from "../../lib/text/printable.ts";
import { checkSettings } from "../../check-settings.ts";
import { parseFlags } from "../parse-flags.ts";
import type { Print } from "../command.ts";
import { parseServerUrl } from "../server-client.ts";
import { type Check, type CheckInput, fail, type Outcome, type Result } from "./check.ts";
import { checkClock } from "./clock.ts";
import { checkFiles, checkNode, checkPort, judgeSettings } from "./machine.ts";
import { checkProxy } from "./proxy.ts";
import { checkRedis } from "./redis.ts";
import { checkData, checkDisk } from "./storage.ts";

const HELP = `Check the machine, the settings and what they name: a line for each check.

Usage:
  sundry doctor [--json] [--server URL]
      --server   the server as callers reach it; default: PUBLIC_URL

It leaves nothing behind: a file and an inbox that it makes are deleted.

Exit codes: 0 no check failed, 1 one did, 2 usage error.`;

const OPTIONS = {
  json: { type: "boolean" },
  server: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ["node", checkNode],
  ["config", judgeSettings],
  ["data", checkData],
  ["disk", checkDisk],
  ["clock", checkClock],
  ["redis", checkRedis],
  ["proxy", checkProxy],
  ["files", checkFiles],
  ["port", checkPort],
];

/** All checks end within it, whatever does not answer. */
const DEADLINE_MS = 15_000;

const NAME_WIDTH = 9;

/** Runs `sundry doctor`. Returns false when a check failed. */
export async function runDoctorCommand(argv: string[], print: Print): Promise<boolean> {
  const { values } = parseFlags(argv, { command: "doctor", options: OPTIONS });
  const { json, help, server: given } = values;
  if (help) {
    print(HELP);
    return true;
  }
  limitNameLookups();
  const report = await checkSettings();
  const server = given === undefined ? report.values.publicUrl : parseServerUrl("--server", given);
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const environment = { report, server, signal: deadline };
  const outcomes = await Promise.all(CHECKS.map(([, check]) => run(check, environment)));
  const checks = CHECKS.map(([name], at) => toReport(name, outcomes[at]));
  const isOk = checks.every(({ result }) => result !== "fail");
  if (json) print(JSON.stringify({ ok: isOk, checks }, null, 2));
  else print(checks.map(formatLine).join("\n"));
  return isOk;
}

/** Runs a check, which fails when it throws or does not end in time. */
async function run(check: Check, environment: CheckInput): Promise<Outcome> {
  const { signal } = environment;
  const late = new Promise<Outcome>((resolve) => {
    signal.addEventListener("abort", () =>
      resolve(fail(`no answer within ${DEADLINE_MS / 1000} s`, "check what does not answer")),
    );
  });
  const outcome = Promise.resolve()
    .then(() => check(environment))
    .catch((error: unknown) => fail(getErrorMessage(error), "see the message"));
  return Promise.race([outcome, late]);
}

/** A check as JSON has it. */
interface CheckReport {
  name: string;
  result: Result | undefined;
  finding: string;
  advice: string | null;
}

function toReport(name: string, outcome: Outcome | undefined): CheckReport {
  // Sentences of servers end with a period.
  const finding = outcome?.finding.replace(/\.$/, "") ?? "";
  return { name, result: outcome?.result, finding, advice: outcome?.advice ?? null };
}

function formatLine({ name, result = "fail", finding, advice }: CheckReport): string {
  const line = `${result.padEnd(4)} ${name.padEnd(NAME_WIDTH)} ${finding}`;
  return toPrintable(advice === null ? line : `${line}: ${advice}`);
}
