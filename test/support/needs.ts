import { spawnSync } from "node:child_process";

/**
 * Returns the reason to skip a test whose command does not succeed, or false to run it. With CI set
 * the test always runs, so that a missing command is a failure. `SUNDRY_TEST_SYSTEM=0` skips every
 * test that needs a command of the system.
 */
export function findSkipReason(command: string): string | false {
  if (process.env["SUNDRY_TEST_SYSTEM"] === "0") return "SUNDRY_TEST_SYSTEM is 0";
  const [program = "", ...words] = command.split(" ");
  const found = spawnSync(program, words).status === 0;
  return found || process.env["CI"] !== undefined ? false : `needs ${command}`;
}
