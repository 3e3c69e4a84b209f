import type { RecordFields } from "../../domain/record/inbox-record.ts";

/**
 * Prints the results of records: text on stdout and stderr, or one JSON object per line on stdout.
 */
export interface DeliveryReport {
  answered(record: RecordFields, status: number, ms: number): void;
  /** Reports a record that was not sent, or not answered. */
  failed(record: RecordFields, problem: string, retryInSeconds?: number): void;
  /** Prints a message that concerns no single record. */
  note(message: string): void;
}

/** Creates a report. `print` writes a line to stdout, `warn` to stderr. */
export function createReport(
  asJson: boolean,
  { print, warn }: { print: (line: string) => void; warn: (line: string) => void },
): DeliveryReport {
  if (asJson) return createJsonReport(print, warn);
  return {
    answered: (record, status, ms) => print(`${describeRecord(record)} ${status} ${ms} ms`),
    failed(record, problem, retryInSeconds) {
      const retry = retryInSeconds === undefined ? "" : `; retrying in ${retryInSeconds} s`;
      warn(`${describeRecord(record)} failed: ${problem}${retry}`);
    },
    note: (message) => warn(escapeForTerminal(message)),
  };
}

function createJsonReport(
  print: (line: string) => void,
  warn: (line: string) => void,
): DeliveryReport {
  return {
    answered: (record, status, ms) => print(JSON.stringify({ ...toSummary(record), status, ms })),
    failed: (record, error, retryInSeconds) =>
      print(JSON.stringify({ ...toSummary(record), error, retryInSeconds })),
    note: (message) => warn(escapeForTerminal(message)),
  };
}

function toSummary({ id, seq, method, path }: RecordFields) {
  return { seq, id, method, path };
}

function describeRecord({ seq, method, path }: RecordFields): string {
  return `${seq} ${method} ${escapeForTerminal(path) || "/"}`;
}

/** Escapes all but printable ASCII, because senders choose paths and could control the terminal. */
function escapeForTerminal(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\x20-\x7e]/gu, (character) => encodeURIComponent(character));
}
