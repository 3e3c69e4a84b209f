import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { createGuide } from "#scripts/docs/configuration.mjs";
import { checkConfig, readConfig } from "#src/config.js";
import { VARIABLE_GROUPS } from "#src/variables.js";
import { unpadTables } from "./support/markdown.ts";
import { command, runProgram } from "./support/cli.ts";
import { root } from "./support/server.ts";

type Environment = Record<string, string>;

/** Worked examples of the contract. */
interface Cases {
  configurations: [Environment, string[]][];
  secrets: [content: string, value: string | null][];
  names: [name: string, suggestion: string | null][];
}

const cases = JSON.parse(
  readFileSync(new URL("../../test/cases/operations.json", import.meta.url), "utf8"),
) as Cases;

describe("settings", () => {
  it("settings have the documented defaults", () => {
    const config = readConfig({});
    assert.equal(config.host, "127.0.0.1");
    assert.equal(config.port, 3000);
    assert.equal(config.dataDirectory, "./data");
    assert.equal(config.enforceLimit, false);
    assert.equal(config.dailyLimit, 100);
    assert.equal(config.toolLimits.size, 0);
    assert.equal(config.trustProxy, undefined);
    assert.deepEqual(config.fetchAllowPorts, [80, 443, 8080, 8443]);
    assert.equal(config.inboxTtlSeconds, 14_400);
    assert.equal(config.inboxMaxBytes, 33_554_432);
  });

  it("settings are read in the forms people write", () => {
    assert.equal(readConfig({ ENFORCE_LIMIT: "1" }).enforceLimit, true);
    assert.equal(readConfig({ DAILY_LIMIT: "OFF" }).dailyLimit, undefined);
    assert.deepEqual(
      [...readConfig({ LIMITS: "code-image=600, carbon-footprint=off" }).toolLimits],
      [
        ["code-image", 600],
        ["carbon-footprint", undefined],
      ],
    );
    assert.equal(readConfig({ TRUST_PROXY: "2" }).trustProxy, 2);
    assert.deepEqual(readConfig({ TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy, [
      "10.0.0.0/8",
      "::1",
    ]);
    assert.equal(readConfig({ FETCH_ALLOW_PORTS: "*" }).fetchAllowPorts, undefined);
    assert.equal(readConfig({ BASE_PATH: "/a/b/" }).basePath, "/a/b");
    assert.equal(readConfig({ PORT: " " }).port, 3000);
    assert.deepEqual(readConfig({ ALLOWED_HOSTS: "Dev.Example.com, .b.test,[::7]" }).allowedHosts, [
      "dev.example.com",
      ".b.test",
      "::7",
    ]);
  });

  const wrong: Record<string, string[]> = {
    PORT: ["-1", "65536", "3e3", "http", "80\nHOST=x"],
    TRUST_PROXY: ["101", "10.0.0.0/33", "0.0.0.0/0", "::/0", "proxy", "1.2.3.4/8/8"],
    REDIS_URL: ["localhost:6379", "http://x", "redis+sentinel://x", "redis://a:0"],
    ENFORCE_LIMIT: ["maybe"],
    ACCESS: ["closed"],
    ADMIN_TOKEN: ["short", "x".repeat(31), "x".repeat(257), `${"x".repeat(40)} y`],
    DAILY_LIMIT: ["0", "1000000001", "1e3", "none"],
    LIMITS: ["hash", "hash=0", "hash=1000001", "hash=1,hash=2", "hash=1,", "hash=", "=5"],
    FETCH_ALLOW_CIDRS: ["10.0.0.0/8;::1", "fe80::1%eth-0/64"],
    FETCH_ALLOW_PORTS: ["80,0"],
    INBOX_TTL_SECONDS: ["0", "4h"],
    STORE_DEADLINE_MS: ["0", "2s"],
    LOG_LEVEL: ["loud"],
    LOG_FORMAT: ["xml"],
    BASE_PATH: ["sundry", "/a b", "/..", "/a/./b"],
    ALLOWED_HOSTS: ["https://example.com", "example.com:3000", "*.example.com", "a,,b"],
    PUBLIC_URL: ["example.com", "ftp://x", "https://u:p@x", "https://x/?q", "https://x/#h"],
  };
  for (const [name, values] of Object.entries(wrong)) {
    it(`the setting ${name} is checked, and the error names it in one line`, () => {
      for (const value of values) {
        assert.throws(
          () => readConfig({ [name]: value }),
          (error: Error) =>
            error.message.startsWith(`${name} must be `) && !error.message.includes("\n"),
          value,
        );
      }
    });
  }

  it("PUBLIC_URL may be written in any form that browsers accept", () => {
    assert.equal(
      readConfig({ PUBLIC_URL: "HTTPS://X.example/a/" }).publicUrl,
      "https://x.example/a",
    );
    assert.equal(readConfig({ PUBLIC_URL: 'http://x/"><b>' }).publicUrl, "http://x/%22%3E%3Cb%3E");
  });

  it("an error about a secret never shows it", () => {
    assert.throws(
      () => readConfig({ ADMIN_TOKEN: "guess-me" }),
      (error: Error) => !error.message.includes("guess-me"),
    );
  });

  it("an error about a setting never shows a password", () => {
    for (const name of ["REDIS_URL", "PUBLIC_URL"]) {
      assert.throws(
        () => readConfig({ [name]: "ftp://user:p@ss/word@host" }),
        (error: Error) => error.message.endsWith('it is "ftp://***@host"'),
      );
    }
  });

  it("masks the password of a Redis URL without a scheme, over lines and in the query", () => {
    for (const [url, masked] of [
      ["user:word@host", "***@host"],
      ["redis://user:wo\nrd@host", "redis://***@host"],
      ["redis://host/1?password=word&db=2", "redis://host/1?password=***&db=2"],
      ["redis+sentinel://a/m?sentinelPassword=word", "redis+sentinel://a/m?sentinelPassword=***"],
    ] as const) {
      const variable = checkConfig({ REDIS_URL: url }).variables.find(
        ({ name }) => name === "REDIS_URL",
      );
      assert.equal(variable?.value, masked);
    }
  });
});

/** Runs a program with these variables alone. */
function runAlone(words: string[]) {
  return runProgram("env", ["-i", `PATH=${process.env["PATH"]}`, ...words]);
}

/** Returns the problem of a file with the URL of Redis. */
function findProblem(path: string): string | undefined {
  return checkConfig({ REDIS_URL_FILE: path }).problems[0];
}

describe("settings of an environment", () => {
  const folder = mkdtempSync(join(tmpdir(), "sundry-config-"));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "secret");

  it("every problem is named, in the order of the reference", () => {
    for (const [environment, names] of cases.configurations) {
      if (Object.keys(environment).some((name) => name.startsWith("OTEL_"))) continue;
      const { problems } = checkConfig(environment);
      assert.deepEqual(new Set(problems.map((problem) => problem.split(" ")[0])), new Set(names));
    }
    assert.throws(() => readConfig({ PORT: "x", OFFLINE: "maybe" }), {
      message: `PORT must be a whole number from 0 to 65535; it is "x"; OFFLINE must be true or false; it is "maybe"`,
    });
  });

  it("a secret is read from the file that NAME_FILE names, and never repeated", () => {
    for (const [content, value] of cases.secrets) {
      writeFileSync(file, content);
      const { values, problems, variables } = checkConfig({ REDIS_URL_FILE: file });
      assert.equal(values.redisUrl ?? null, value);
      assert.equal(problems.length, value === null ? 1 : 0);
      const shown = variables.find(({ name }) => name === "REDIS_URL");
      assert.deepEqual([shown?.secret, shown?.value?.includes("p%20w") ?? false], [true, false]);
      assert.ok(!problems.some((problem) => problem.includes("nonsense")));
    }
  });

  it("every secret may be in a file", () => {
    const secrets = checkConfig({}).variables.filter(({ secret }) => secret);
    const names = secrets.map(({ name }) => name);
    assert.ok(names.includes("ADMIN_TOKEN") && names.includes("OIDC_CLIENT_SECRET"));
    for (const name of names) {
      writeFileSync(file, `${name === "REDIS_URL" ? "redis://localhost" : "s".repeat(40)}\n`);
      const { variables, warnings } = checkConfig({ [`${name}_FILE`]: file });
      const { value, source } = variables.find((one) => one.name === name) ?? {};
      const shown = name === "REDIS_URL" ? "redis://localhost" : "***";
      assert.deepEqual([value, source, warnings], [shown, `file ${file}`, []], name);
    }
  });

  it("a file that cannot be read, is empty, too large or not text is named", () => {
    const missing = join(folder, "none");
    const reason = `REDIS_URL_FILE names a file that cannot be read: ENOENT ${missing}`;
    assert.equal(findProblem(missing), reason);
    const rule = "REDIS_URL_FILE must name a file of at most 64 KiB of UTF-8";
    for (const content of [Buffer.alloc(65_537, "a"), Buffer.from([0xff, 0x41])]) {
      writeFileSync(file, content);
      assert.equal(findProblem(file), `${rule}; ${file} is none`);
    }
    for (const content of ["", "\n", "\r\n"]) {
      writeFileSync(file, content);
      assert.equal(findProblem(file), `REDIS_URL_FILE names a file that is empty: ${file}`);
    }
    if (process.platform !== "win32")
      assert.equal(findProblem("/dev/zero"), `${rule}; /dev/zero is none`);
    const url = "redis://localhost";
    assert.deepEqual(checkConfig({ REDIS_URL: url, REDIS_URL_FILE: file }).problems, [
      "REDIS_URL and REDIS_URL_FILE are both set: unset one",
    ]);
  });

  it("the guide lists every variable, as its script writes it", () => {
    const guide = new URL("../../docs/guides/configuration.md", import.meta.url);
    assert.equal(
      unpadTables(readFileSync(guide, "utf8")),
      unpadTables(createGuide(VARIABLE_GROUPS)),
    );
  });

  it("a name close to one of ours is a warning", () => {
    for (const [name, suggestion] of cases.names) {
      const expected = `${name} is not a variable of Sundry (did you mean ${suggestion}?)`;
      assert.deepEqual(
        checkConfig({ [name]: "1" }).warnings,
        suggestion === null ? [] : [expected],
      );
    }
  });

  it("sundry config prints values with their sources and masks passwords", async () => {
    const environment = [`PATH=${process.env["PATH"]}`, "PORT=8080", "INBOX_TTL=5"];
    const run = (words: string[]) => runProgram("env", ["-i", ...environment, ...words]);
    const sundry = [process.execPath, command, "config"];
    const lines = await run(["REDIS_URL=redis://me:secret@localhost", ...sundry]);
    assert.equal(lines.code, 0);
    assert.match(lines.text, /^PORT +8080 +environment$/m);
    assert.match(lines.text, /^HOST +127\.0\.0\.1 +default$/m);
    assert.match(lines.text, /^REDIS_URL +redis:\/\/\*\*\*@localhost +environment$/m);
    assert.match(lines.complaint, /^sundry: INBOX_TTL is not a variable of Sundry/);
    const broken = await run(["REDIS_URL=redis://local\nhost", ...sundry]);
    assert.match(broken.text, /^REDIS_URL +"redis:\/\/local\\nhost" +environment$/m);
    const wrong = await run(["LOG_LEVEL=loud", ...sundry, "--json"]);
    const report = JSON.parse(wrong.text) as { valid: boolean; problems: string[] };
    assert.deepEqual([wrong.code, report.valid, report.problems.length], [1, false, 1]);
    assert.equal((await run([...sundry, "--yaml"])).code, 2);
  });

  it("names what settings refer to beside the wrong ones, as a start does", async () => {
    const variables = [
      "PORT=x",
      "LIMITS=nothing=5",
      "ACCESS_USER_SCOPES=tools:nothing",
      "FEES_DIR=/nowhere",
      "FX_FILE=/nowhere",
    ];
    const names = variables.map((variable) => variable.split("=")[0]);
    const listed = await runAlone([...variables, process.execPath, command, "config"]);
    const problems = listed.complaint.trim().split("\n");
    const named = problems.map((line) => /^sundry: (\w+) /.exec(line)?.[1]);
    assert.deepEqual(new Set(named), new Set(names));
    const main = join(root, "dist", "bundle", "main.js");
    // With PORT, whose value alone is wrong, and without.
    for (const given of [variables, variables.slice(1)]) {
      const { code, complaint } = await runAlone([...given, process.execPath, main]);
      assert.equal(code, 1);
      for (const name of names.slice(-given.length))
        assert.match(complaint, new RegExp(`(^|; )${name} [^\n]*\n$`));
    }
  });
});
