// Installs the system tools that tests use, or names the missing ones in one sentence.
import { spawnSync } from "node:child_process";

/** Debian packages, each with a command that succeeds when it is installed. */
const PACKAGES = {
  binutils: "strip --version",
  curl: "curl --version",
  "redis-server": "redis-server --version",
  "libopenapi-client-perl": "perl -MOpenAPI::Client -e 1",
  "zbar-tools": "zbarimg --version",
  "dmtx-utils": "dmtxread --version",
  zint: "zint --version",
  qpdf: "qpdf --version",
  "poppler-utils": "pdftotext -v",
  nginx: "nginx -v",
  caddy: "caddy version",
  zsh: "zsh --version",
  fish: "fish --version",
  groff: "groff --version",
  "libxml2-utils": "xmllint --version",
  chromium: "chromium --version",
  // Most tests take less time with this than with Chromium, but it has no camera and no windows.
  "chromium-headless-shell": "chromium-headless-shell --version",
};

/**
 * Installs missing packages on Debian if run as root, and prints what it installs. Elsewhere prints
 * instructions; the tests that need them are then skipped (with CI set they fail).
 * `SUNDRY_TEST_SYSTEM=0` installs nothing and skips these tests.
 */
export function installSystemTools() {
  const missing = Object.entries(PACKAGES)
    .filter(([, command]) => !run(command, "ignore"))
    .map(([name]) => name);
  if (missing.length === 0 || process.env["SUNDRY_TEST_SYSTEM"] === "0") return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  const mayInstall = process.getuid?.() === 0 && run("apt-get --version", "ignore");
  if (mayInstall) {
    const how = "SUNDRY_TEST_SYSTEM=0 skips the tests that need them";
    process.stderr.write(`Installing system-wide for tests: ${missing.join(", ")} (${how})\n`);
  }
  const done = mayInstall && run("apt-get update -q") && run(command);
  if (!done) process.stderr.write(`Some tests need ${missing.join(" and ")}: ${command}\n`);
}

/**
 * @param {string} command
 * @param {"ignore" | 2} output
 */
function run(command, output = 2) {
  const [program = "", ...words] = command.split(" ");
  // At run level 1 Debian's packages do not start the services that they contain.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  return spawnSync(program, words, { stdio: ["ignore", output, output], env }).status === 0;
}
