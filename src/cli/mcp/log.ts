import { toPrintable } from "../../lib/text/printable.ts";

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** Writes a line to standard error, because standard output has the messages of the protocol. */
type Log = (level: "warn" | "error", message: string, error: unknown) => void;

/** Creates the log of a process that serves one client. Lines below `least` are dropped. */
export function createLog(least: string): Log {
  return (level, message, error) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    const { stack, message: reason } = error instanceof Error ? error : new Error(String(error));
    // One line, whatever the error is made of.
    const details = level === "error" ? (stack ?? reason) : reason;
    const line = { level, time: new Date().toISOString(), msg: message, err: details };
    process.stderr.write(`${toPrintable(JSON.stringify(line))}\n`);
  };
}
