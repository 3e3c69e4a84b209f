interface LogRecord {
  /** Milliseconds since 1970. */
  time: number;
  level: string;
  msg?: string;
}

/** Matches what would end a value or a line, or change a terminal. */
const NEEDS_QUOTES = /[\s"\p{C}\u2028\u2029]|^$/u;

/** Formats a line of JSON for people, as a line. */
export function formatLogLine(json: string): string {
  return `${formatLogRecord(JSON.parse(json) as LogRecord)}\n`;
}

/**
 * Formats a record for people, as one line: time, level, message, other members as `name=value`.
 */
export function formatLogRecord({ time, level, msg = "", ...members }: LogRecord): string {
  const pairs = Object.entries(members).map(([name, value]) => `${name}=${formatValue(value)}`);
  const message = msg.replaceAll(/[\s\p{C}]+/gu, " ");
  return [new Date(time).toISOString(), level, message, ...pairs].join(" ");
}

function formatValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return typeof value === "string" && NEEDS_QUOTES.test(text) ? JSON.stringify(text) : text;
}
