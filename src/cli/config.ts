import { parseArgs } from "node:util";
import { getErrorMessage, ValidationError } from "../lib/errors.ts";
import type { VariableDescription } from "../lib/environment/read.ts";
import { checkSettings } from "../check-settings.ts";

const HELP = `Check the settings as a start does, and print where each comes from. Secrets are masked.

Usage:
  sundry config [--json]  Print a line for each variable, or one JSON document.

Exit codes: 0 in order, 1 a variable is wrong, 2 usage error.`;

/**
 * Runs `sundry config [--json]`: prints every variable, its value and its source, and the problems
 * and warnings on standard error. Returns false when a start would refuse the settings.
 */
export async function runConfigCommand(
  argv: string[],
  print: (text: string) => void,
): Promise<boolean> {
  const { json, help } = parseFlags(argv);
  if (help) {
    print(HELP);
    return true;
  }
  const { variables, problems, warnings } = await checkSettings();
  const valid = problems.length === 0;
  if (json) print(JSON.stringify({ valid, variables, problems, warnings }, null, 2));
  else print(formatVariables(variables));
  for (const line of [...problems, ...warnings]) process.stderr.write(`sundry: ${line}\n`);
  return valid;
}

function parseFlags(argv: string[]): { json?: boolean; help?: boolean } {
  try {
    const options = {
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    } as const;
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw ValidationError.at(["config"], `takes --json alone: ${getErrorMessage(error)}`);
  }
}

function formatVariables(variables: readonly VariableDescription[]): string {
  const rows = variables.map(
    ({ name, value, source }) => [name, toLine(value ?? "none"), source] as const,
  );
  const [first, second] = [0, 1].map((column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  ) as [number, number];
  return rows
    .map(([name, value, source]) => `${name.padEnd(first)}  ${value.padEnd(second)}  ${source}`)
    .join("\n");
}

/** Quotes a value with line breaks, so that each variable has one line. */
function toLine(value: string): string {
  return /[\r\n]/.test(value) ? JSON.stringify(value) : value;
}
