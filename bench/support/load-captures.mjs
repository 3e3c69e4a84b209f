// Sends captures to `url` for `seconds` and prints the rate and wrk's processor time: {n} in the
// URL becomes 0 to 999 in turn. Needs wrk.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { url, body, seconds } = JSON.parse(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "sundry-load-"));
const script = join(folder, "captures.lua");
const path = new URL(url).pathname.replace("%7Bn%7D", "");
writeFileSync(
  script,
  `local n = 0
request = function() n = n + 1
return wrk.format("POST", "${path}" .. (n % 1000), { ["content-type"] = "application/json" }, [==[${body}]==]) end`,
);
const { stdout, error } = spawnSync(
  "wrk",
  ["-t1", "-c32", `-d${seconds}s`, "-s", script, new URL(url).origin],
  { encoding: "utf8" },
);
rmSync(folder, { recursive: true });
if (error) throw new Error("wrk is missing: apt-get install wrk");
if (stdout.includes("Non-2xx")) console.error(stdout);
const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]);
// Reads the time of ended children, in hundredths of a second: user and system.
const [user, system] = readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ").slice(13);
console.log(JSON.stringify({ perSecond, wrkCpuSeconds: (Number(user) + Number(system)) / 100 }));
