// nginx in front of servers under test.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Starts nginx with a part of `http { … }`, and resolves with the function that stops it. Its port
 * may open a moment later.
 * @param {string} sample
 */
export function startNginx(sample) {
  const folder = mkdtempSync(join(tmpdir(), "sundry-nginx-"));
  const file = join(folder, "nginx.conf");
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((place) => `${place}_temp_path ${folder}/${place};`)
    .join("\n");
  // As root, nginx runs its workers as a user who may not enter the folder.
  const user = process.getuid?.() === 0 ? "user root; " : "";
  writeFileSync(
    file,
    `${user}daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off;\n${places}\n${sample}\n}`,
  );
  const words = ["-p", folder, "-c", file];
  execFileSync("nginx", ["-t", ...words], { stdio: "pipe" });
  const child = spawn("nginx", words, { stdio: "ignore" });
  const exited = once(child, "exit");
  return async () => {
    child.kill("SIGQUIT");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
}
