import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { it } from "node:test";
import { root } from "./support/server.ts";

const source = join(root, "src");

/** Allowed imports between folders, besides those within a folder; the first row that matches the file counts. */
const WALLS: [folder: string, mayImport: RegExp, mayImportTypes?: RegExp][] = [
  ["lib/", /^$/],
  ["pdf/", /^lib\//],
  ["fees/", /^lib\//],
  ["rates/", /^lib\//],
  ["fetch/", /^lib\//],
  ["store/", /^lib\//],
  ["tools/index.ts", /^tools\/([\w-]+\/([\w-]+-)?tool|define)\.ts$/],
  ["tools/tool-context.ts", /^lib\//, /^(fees\/|rates\/|tools\/[\w-]+\/)/],
  ["tools/define.ts", /^(lib\/|tools\/tool-context\.ts$)/],
  ["tools/run.ts", /^(lib\/|tools\/(define|tool-context)\.ts$)/],
  ["tools/", /^(lib\/|pdf\/|fees\/|rates\/rates\.ts$|tools\/(define|tool-context)\.ts$)/],
  ["inbox/", /^(lib\/|store\/store\.ts$)/, /^http\//],
  ["http/", /^(tools\/(define|run|tool-context)\.ts$|store\/store\.ts$|lib\/)/],
  ["openapi/", /^(tools\/define\.ts$|inbox\/|lib\/)/],
  ["mcp/", /^(tools\/(define|run|tool-context)\.ts$|lib\/)/, /^http\//],
  ["cli/store.ts", /^(store\/sqlite\/check\.ts$|config\.ts$|lib\/)/],
  ["cli/", /^(tools\/|rates\/|context\.ts$|config\.ts$|main\.ts$|lib\/)/],
  ["sdk/", /^$/, /^tools\//],
  ["web/", /^$/, /^(tools|inbox|lib|http)\//],
  ["config.ts", /^lib\//],
  ["context.ts", /^(tools\/|lib\/|fees\/|rates\/|fetch\/|pdf\/)/],
  ["server.ts", /./],
  ["main.ts", /./],
];

/** Matches impure functions, which files under `tools` must receive as arguments. */
const IMPURE = /\b(fetch\(|process\.|console\.|Date\.now|new Date\(\)|Math\.random)/;

const files = readdirSync(source, { recursive: true })
  .map((file) => String(file).split(sep).join("/"))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"));

function read(file: string): string {
  return readFileSync(join(source, file), "utf8");
}

/** Returns the folder of a file, or the folder of its tool. */
function getRoom(file: string): string {
  const [first = "", second = "", third] = file.split("/");
  return first === "tools" && third !== undefined ? `${first}/${second}/` : `${first}/`;
}

/** An import: the imported file, and whether only types are imported. */
interface Import {
  to: string;
  isType: boolean;
}

function listImports(file: string): Import[] {
  const statements = read(file).matchAll(
    /^(?:import|export) (type )?[^;]*?from "(\.[^"]+)"|import\s*\(?\s*"(\.[^"]+)"/gm,
  );
  return [...statements].map(([, type, from, loaded = ""]) => ({
    to: posix.normalize(posix.join(posix.dirname(file), from ?? loaded)),
    isType: type !== undefined,
  }));
}

it("every file imports only what its folder may import", () => {
  assert.ok(files.length > 20, "the sources were found");
  const broken = files.flatMap((file) => {
    const [, mayImport, mayImportTypes] = WALLS.find(([folder]) => file.startsWith(folder)) ?? [];
    assert.ok(mayImport, `${file} is in no known folder`);
    return listImports(file)
      .filter(({ to }) => !(file.includes("/") && getRoom(file) === getRoom(to)))
      .filter(({ to, isType }) => !mayImport.test(to) && !(isType && mayImportTypes?.test(to)))
      .map(({ to }) => `${file} imports ${to}`);
  });
  assert.deepEqual(broken, []);
});

it("only config.ts reads the environment", () => {
  const readers = files.filter(
    (file) => file !== "config.ts" && read(file).includes("process.env"),
  );
  assert.deepEqual(readers, []);
});

it("tools read neither clock, random numbers, network nor process", () => {
  const impure = files
    .filter((file) => file.startsWith("tools/"))
    .filter((file) => IMPURE.test(read(file).replaceAll(/^\s*(\*|\/[/*]).*$/gm, "")));
  assert.deepEqual(impure, []);
});
