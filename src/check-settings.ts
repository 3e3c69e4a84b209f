import { checkConfig } from "./config.ts";
import { getErrorMessage } from "./lib/errors.ts";

type Report = ReturnType<typeof checkConfig>;
type Check = (values: Report["values"]) => Promise<unknown>;

/** The variables that name tools or files; each check throws an Error of one line. */
const CHECKS: Readonly<Record<string, Check>> = {
  LIMITS: async ({ toolLimits }) => {
    const { applyLimits } = await import("./tools/apply-limits.ts");
    applyLimits(await loadTools(), toolLimits);
  },
  ACCESS_USER_SCOPES: async ({ accessUserScopes }) => {
    const { listToolNames, requireKnownScopes } = await import("./access/keys/tool-names.ts");
    requireKnownScopes(accessUserScopes, listToolNames(await loadTools()).scopes);
  },
  FEES_DIR: async ({ feesDirectory }) => {
    const { readFees } = await import("./fees/files.ts");
    readFees(feesDirectory);
  },
  FX_FILE: async ({ fxFile: file }) => {
    const { createRateBook } = await import("./rates/book.ts");
    return createRateBook({ file }).rates;
  },
};

async function loadTools() {
  return (await import("./tools/index.ts")).tools;
}

/** Checks the settings as a start does, also the tools and files that they name. */
export async function checkSettings(): Promise<Report> {
  const report = checkConfig();
  for (const { name, source } of report.variables) {
    if (source === "default") continue;
    try {
      await CHECKS[name]?.(report.values);
    } catch (error) {
      report.problems.push(getErrorMessage(error));
    }
  }
  return report;
}
