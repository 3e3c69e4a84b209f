import { spawnSync } from "node:child_process";

/**
 * Why a test is skipped where a command does not succeed, or false. With CI set it never is: there, its absence
 * is a failure. `SUNDRY_TEST_SYSTEM=0` skips every test that needs a command of the system.
 */
export function omitMember(command: string): string | false {
  if (process.env["SUNDRY_TEST_SYSTEM"] === "0") return "SUNDRY_TEST_SYSTEM is 0";
  const [program = "", ...words] = command.split(" ");
  const found = spawnSync(program, words).status === 0;
  return found || process.env["CI"] !== undefined ? false : `needs ${command}`;
}
