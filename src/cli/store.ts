import { readConfig } from "../config.ts";
import { ValidationError } from "../lib/errors.ts";

/**
 * Runs `sundry store check [DIRECTORY]`: verifies a data directory (DATA_DIR by default) that no server uses and prints
 * a report as JSON. Returns false when the data file is damaged. Throws when there is none or a server uses it.
 */
export async function runStoreCommand(
  [action, directory, ...rest]: string[],
  print: (text: string) => void,
): Promise<boolean> {
  if (action !== "check" || rest.length > 0)
    throw ValidationError.at(["store"], "takes check and a directory: sundry store check ./data");
  const { checkStore } = await import("../store/sqlite/check.ts");
  const report = checkStore(directory ?? readConfig().dataDirectory);
  print(JSON.stringify(report, null, 2));
  return report.problems.length === 0;
}
