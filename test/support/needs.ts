import { spawnSync } from "node:child_process";

/**
 * Why a test is skipped where a command does not succeed, or false. With CI set it never is: there, its absence
 * is a failure.
 */
export function without(command: string): string | false {
  const [program = "", ...words] = command.split(" ");
  const found = spawnSync(program, words).status === 0;
  return found || process.env["CI"] !== undefined ? false : `needs ${command}`;
}
