import { readConfig } from "../config.ts";
import { ValidationError } from "../lib/errors.ts";

const HELP = `Verify a data directory that no server uses: the file's structure, its inboxes and its records.

Usage:
  sundry store check [DIRECTORY]  Print a report as JSON. DIRECTORY defaults to DATA_DIR.

Exit codes: 0 in order, 1 damaged or unreadable, 2 usage error.`;

/**
 * Runs `sundry store check [DIRECTORY]`: verifies a data directory (DATA_DIR by default) that no
 * server uses and prints a report as JSON. Returns false when the data file is damaged. Throws when
 * there is none or a server uses it.
 */
export async function runStoreCommand(
  argv: string[],
  print: (text: string) => void,
): Promise<boolean> {
  if (argv.some((word) => word === "--help" || word === "-h")) {
    print(HELP);
    return true;
  }
  const flag = argv.find((word) => word.startsWith("-"));
  if (flag !== undefined) {
    throw ValidationError.at(
      [flag],
      "is not a flag of this command; sundry store --help explains it",
    );
  }
  const [action, directory, ...rest] = argv;
  if (action !== "check" || rest.length > 0)
    throw ValidationError.at(["store"], "takes check and a directory: sundry store check ./data");
  const { checkStore } = await import("../store/sqlite/check.ts");
  const report = checkStore(directory ?? readConfig().dataDirectory);
  print(JSON.stringify(report, null, 2));
  return report.problems.length === 0;
}
