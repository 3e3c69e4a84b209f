import { type Logger, pino } from "pino";
import type { Config } from "../config.ts";
import type { LogRequest } from "../http/ops/request-log.ts";
import { LineWriter } from "../lib/logging/line-writer.ts";
import { LogOutput } from "../lib/logging/log-output.ts";
import { createJsonRequestLine, createTextRequestLine } from "../lib/logging/request-line.ts";
import { formatLogLine } from "../lib/logging/text-log.ts";

/** The log of a server on standard output. */
interface ServerLog {
  log: Logger;
  /** Logs a request; undefined where requests have no lines. */
  logRequest: LogRequest | undefined;
  /** Writes the URL at every log level, because programs wait for it. */
  announce(url: string, version: string): void;
  /** Resolves when all lines are written, or nothing reads them. */
  end(): Promise<void>;
}

const STANDARD_OUTPUT = 1;

/** Creates the log; `onDrop` gets the number of lines that nothing has read. */
export function createLog(config: Config, onDrop: (lines: number) => void): ServerLog {
  const { logLevel: level, logFormat, logRequests } = config;
  const hasBanner = process.stdout.isTTY && logFormat === "auto";
  const isText = logFormat === "text";
  const writer = new LineWriter(STANDARD_OUTPUT, onDrop);
  const output = new LogOutput(writer, isText ? formatLogLine : String);
  if (hasBanner || logFormat === "json") output.begin();
  process.once("exit", () => {
    // A start that fails shows what it logged.
    output.begin();
    writer.endNow();
  });
  const formatters = { level: (label: string) => ({ level: label }) };
  const log = pino(isText ? { level, base: null, formatters } : { level }, output);
  const formatLine = isText
    ? createTextRequestLine(Date.now)
    : createJsonRequestLine(log.bindings(), Date.now);
  const announce = (url: string, version: string) => {
    const line = `Sundry ${version} is at ${url}`;
    if (hasBanner) process.stdout.write(`\n  ${line} (Ctrl+C stops it)\n\n`);
    output.begin(hasBanner || logFormat === "json" ? "" : `${line}\n`);
    if (hasBanner) return;
    (isText ? log : log.child({}, { level: "info" })).info({ url, version }, "listening");
  };
  return {
    log,
    logRequest:
      logRequests && log.isLevelEnabled("info")
        ? (line) => output.gather(formatLine(line))
        : undefined,
    announce,
    end: () => writer.end(),
  };
}
