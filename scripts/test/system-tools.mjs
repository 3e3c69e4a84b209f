// Installs the system tools that tests use, or names the missing ones in one sentence.
import { spawn } from "node:child_process";
import { once } from "node:events";

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
  // Not another Python of the PATH, which does not have Debian's packages.
  "python3-requests": "/usr/bin/python3 -m requests.help",
  "php-cli": "php --version",
  "php-curl": "php --re curl",
  ruby: "ruby --version",
  "golang-go": "go version",
  chromium: "chromium --version",
  // Most tests take less time with this than with Chromium, but it has no camera and no windows.
  "chromium-headless-shell": "chromium-headless-shell --version",
};

/**
 * Installs missing packages on Debian if run as root, and prints what it installs. Elsewhere prints
 * instructions; the tests that need them are then skipped (with CI set they fail).
 * `SUNDRY_TEST_SYSTEM=0` installs nothing and skips these tests.
 */
export async function installSystemTools() {
  if (process.env["SUNDRY_TEST_SYSTEM"] === "0") return;
  const missing = [];
  for (const [name, command] of Object.entries(PACKAGES))
    if (!(await run(command, "ignore"))) missing.push(name);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  const mayInstall = process.getuid?.() === 0 && (await run("apt-get --version", "ignore"));
  if (mayInstall) {
    const how = "SUNDRY_TEST_SYSTEM=0 skips the tests that need them";
    process.stderr.write(`Installing system-wide for tests: ${missing.join(", ")} (${how})\n`);
  }
  const done = mayInstall && (await run("apt-get update -q")) && (await run(command));
  if (!done) process.stderr.write(`Some tests need ${missing.join(" and ")}: ${command}\n`);
}

/**
 * Resolves with whether a command succeeds.
 * @param {string} command
 * @param {"ignore" | 2} output
 */
async function run(command, output = 2) {
  const [program = "", ...words] = command.split(" ");
  // At run level 1 Debian's packages do not start the services that they contain.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const child = spawn(program, words, { stdio: ["ignore", output, output], env });
  return once(child, "close").then(
    ([code]) => code === 0,
    () => false,
  );
}
