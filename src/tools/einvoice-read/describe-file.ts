import type { Report } from "./task.ts";

/** Returns the lines of a command about a file: the verdict, then each broken rule. */
export function describeFile(output: object, file: string): { lines: string[]; isGood: boolean } {
  const { valid, profile, counts, messages } = output as Report;
  const verdict = valid === null ? "not judged" : valid ? "valid" : "not valid";
  const findings = [`${counts.fatal} fatal`, `${counts.warning} warning`].join(", ");
  const details = messages.map(
    ({ line, rule, severity, text }) => `${file}:${line} ${rule} ${severity} ${text}`,
  );
  return {
    lines: [`${file}: ${verdict} (${profile}; ${findings})`, ...details],
    isGood: valid !== false,
  };
}
