import type { VariableDescription } from "../lib/environment/read.ts";
import { checkSettings } from "../check-settings.ts";
import { parseFlags } from "./parse-flags.ts";
import type { Print } from "./command.ts";
import { alignColumns } from "./table.ts";

const HELP = `Check the settings as a start does, and print where each comes from. Secrets are masked.

Usage:
  sundry config [--json]  Print a line for each variable, or one JSON document.

Exit codes: 0 in order, 1 a variable is wrong, 2 usage error.`;

const OPTIONS = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;

/**
 * Runs `sundry config [--json]`: prints every variable, its value and its source, and the problems
 * and warnings on standard error. Returns false when a start would refuse the settings.
 */
export async function runConfigCommand(argv: string[], print: Print): Promise<boolean> {
  const { values } = parseFlags(argv, { command: "config", options: OPTIONS });
  if (values.help) {
    print(HELP);
    return true;
  }
  const { variables, problems, warnings } = await checkSettings();
  const valid = problems.length === 0;
  if (values.json) print(JSON.stringify({ valid, variables, problems, warnings }, null, 2));
  else print(formatVariables(variables));
  for (const line of [...problems, ...warnings]) process.stderr.write(`sundry: ${line}\n`);
  return valid;
}

function formatVariables(variables: readonly VariableDescription[]): string {
  return alignColumns(
    variables.map(({ name, value, source }) => [name, toLine(value ?? "none"), source]),
  );
}

/** Quotes a value with line breaks, so that each variable has one line. */
function toLine(value: string): string {
  return /[\r\n]/.test(value) ? JSON.stringify(value) : value;
}
