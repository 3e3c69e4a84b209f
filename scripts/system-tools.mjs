// Programs that tests start and npm does not bring: installed where that is possible, else named in one sentence.
import { spawnSync } from "node:child_process";

/** Programs by the Debian package that has them. */
const PROGRAMS = { "redis-server": "redis-server" };

/** Installs what is missing as root on Debian. Elsewhere says how; the tests that need it then skip (fail with CI set). */
export function installSystemTools() {
  const missing = Object.entries(PROGRAMS)
    .filter(([program]) => spawnSync(program, ["--version"]).error)
    .map(([, name]) => name);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  const mayInstall = process.getuid?.() === 0 && !spawnSync("apt-get", ["--version"]).error;
  const done = mayInstall && run("apt-get update -q") && run(command);
  if (!done) process.stderr.write(`Some tests need ${missing.join(" and ")}: ${command}\n`);
}

function run(command) {
  const [program, ...words] = command.split(" ");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, words, { stdio: ["ignore", 2, 2], env }).status === 0;
}
