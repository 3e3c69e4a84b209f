import type { FileReport } from "../define.ts";
import type { Report } from "./task.ts";

/** The report of the command on received invoices. */
export const FILE_REPORT: FileReport = {
  describe: (output, file) => describeFile(output as Report, file),
  levels: ["fatal", "warning"],
  findLevel(output) {
    const { counts } = output as Report;
    return FILE_REPORT.levels.find((level) => counts[level as keyof typeof counts] > 0);
  },
  listAttachments: (output) =>
    (output as Report).attachments.map(({ n, name }) => ({
      name,
      query: { format: "attachment", n },
    })),
};

/** Returns the verdict, then a line for each broken rule. */
function describeFile({ valid, profile, counts, messages }: Report, file: string): string[] {
  const verdict = valid === null ? "not judged" : valid ? "valid" : "not valid";
  const findings = [`${counts.fatal} fatal`, `${counts.warning} warning`].join(", ");
  const details = messages.map(
    ({ line, rule, severity, text }) => `${file}:${line} ${rule} ${severity} ${text}`,
  );
  return [`${file}: ${verdict} (${profile}; ${findings})`, ...details];
}
