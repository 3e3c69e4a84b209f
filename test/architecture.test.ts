import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { it } from "node:test";
import { root } from "./support/server.ts";

const source = join(root, "src");

/**
 * Allowed imports between folders, in addition to those within a folder; the first row that matches
 * the file counts.
 */
const WALLS: [folder: string, mayImport: RegExp, mayImportTypes?: RegExp][] = [
  ["lib/", /^$/],
  ["domain/", /^lib\//],
  ["pdf/", /^(lib|domain)\//],
  ["fees/", /^(lib|domain)\//],
  ["rates/", /^(lib|domain)\//],
  ["fetch/", /^(lib|domain)\//],
  ["store/", /^(lib|domain)\//],
  ["tools/index.ts", /^tools\/([\w-]+\/([\w-]+-)?tool|define)\.ts$/],
  ["tools/tool-context.ts", /^lib\//, /^(domain\/|fees\/|rates\/|tools\/[\w-]+\/)/],
  ["tools/define.ts", /^(lib\/|tools\/tool-context\.ts$)/],
  ["tools/run.ts", /^(lib\/|tools\/(define|tool-context)\.ts$)/],
  ["tools/http.ts", /^(lib\/|http\/|tools\/(define|run|tool-context)\.ts$)/],
  ["tools/", /^(lib\/|domain\/|pdf\/|fees\/|rates\/rates\.ts$|tools\/(define|tool-context)\.ts$)/],
  ["inbox/", /^(lib\/|domain\/|store\/store\.ts$)/, /^http\//],
  ["access/", /^(lib\/|domain\/|store\/store\.ts$)/, /^http\//],
  ["files/", /^(lib|domain)\//, /^http\//],
  [
    "jobs/",
    /^(lib\/|domain\/|store\/store\.ts$|tools\/(define|run|tool-context)\.ts$|pdf\/(document|join\/join)\.ts$)/,
    /^http\//,
  ],
  ["http/", /^(store\/store\.ts$|lib\/)/],
  [
    "openapi/",
    /^(tools\/define\.ts$|inbox\/|jobs\/|files\/schemas\.ts$|access\/(keys\/)?schemas\.ts$|lib\/|domain\/)/,
  ],
  ["mcp/batch/", /^(jobs\/[\w/-]+\.ts$|mcp\/|tools\/(define|tool-context)\.ts$|lib\/|domain\/)/],
  ["mcp/", /^(tools\/(define|file-format|run|tool-context)\.ts$|lib\/|domain\/)/, /^http\//],
  [
    "cli/store/",
    /^(store\/sqlite\/backup\/(backup-error|check|control-socket|direct-copy|restore)\.ts$|config\.ts$|cli\/store\/|lib\/)/,
  ],
  [
    "cli/doctor/",
    /^(store\/redis\/(client|connection)\.ts$|check-settings\.ts$|config\.ts$|cli\/|lib\/)/,
  ],
  [
    "cli/mcp/",
    /^(mcp\/|inbox\/tool-definitions\.ts$|tools\/index\.ts$|cli\/|context\.ts$|context\/guides\.ts$|config\.ts$|lib\/|domain\/)/,
  ],
  [
    "cli/batch/",
    /^(jobs\/([\w-]+\.ts$|rows\/|output\/)|tools\/define\.ts$|cli\/|lib\/|domain\/)/,
    /^tools\/tool-context\.ts$/,
  ],
  [
    "cli/",
    /^(tools\/|rates\/|context\.ts$|context\/guides\.ts$|config\.ts$|check-settings\.ts$|main\.ts$|lib\/|domain\/)/,
  ],
  ["sdk/", /^$/, /^(tools|domain)\//],
  ["web/", /^(lib|domain)\//, /^(tools|inbox|http|access|sdk)\//],
  ["config.ts", /^(lib\/|variables\.ts$)/],
  ["variables.ts", /^lib\//],
  [
    "check-settings.ts",
    /^(config\.ts$|tools\/(apply-limits|index)\.ts$|access\/keys\/tool-names\.ts$|fees\/|rates\/|lib\/)/,
  ],
  ["context", /^(context\/|tools\/|lib\/|domain\/|fees\/|rates\/|fetch\/|pdf\/)/],
  ["server", /./],
  ["main.ts", /./],
];

/** Above it, a folder has parts that deserve folders of their own. */
const MAX_FILES = 22;

/** Matches impure functions, which files under `tools` must receive as arguments. */
const IMPURE =
  /\b(fetch\(|process\.|console\.|Date\.now|new Date\(\)|Math\.random|getRandomValues|random\w+[^;]* from "node:crypto")/;

/** Matches the environment, except in samples of code, which write it with a variable. */
const ENVIRONMENT = /process(\.env(?!\.\$\{)|\["env"\])|\benv\b[^;]* from "node:process"/;

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

/** Lists the scripts of workers that a file starts. Walls hold for them as for imports. */
function listScripts(file: string): string[] {
  const scripts = read(file).matchAll(/new URL\("(\.[^"]+)\.js", import\.meta\.url\)/g);
  return Array.from(scripts, ([, path = ""]) =>
    posix.normalize(posix.join(posix.dirname(file), `${path}.ts`)),
  );
}

/** Adds a file and every file whose values it imports, directly or through others. */
function addClosure(file: string, closure: Set<string>): void {
  if (closure.has(file)) return;
  closure.add(file);
  for (const { to, isType } of listImports(file)) if (!isType) addClosure(to, closure);
}

it("every file imports, and starts as workers, only what its folder may import", () => {
  assert.ok(files.length > 20, "the sources were found");
  const broken = files.flatMap((file) => {
    const [, mayImport, mayImportTypes] = WALLS.find(([folder]) => file.startsWith(folder)) ?? [];
    assert.ok(mayImport, `${file} is in no known folder`);
    return [...listImports(file), ...listScripts(file).map((to) => ({ to, isType: false }))]
      .filter(({ to }) => !(file.includes("/") && getRoom(file) === getRoom(to)))
      .filter(({ to, isType }) => !mayImport.test(to) && !(isType && mayImportTypes?.test(to)))
      .map(({ to }) => `${file} imports ${to}`);
  });
  assert.deepEqual(broken, []);
});

it("imports and scripts of workers name files that exist", () => {
  const missing = files.flatMap((file) =>
    [...listImports(file).map(({ to }) => to), ...listScripts(file)]
      .filter((to) => !files.includes(to) && !to.endsWith(".css"))
      .map((to) => `${file} imports ${to}`),
  );
  assert.deepEqual(missing, []);
});

it("pages import values only from files whose whole closure imports no module of Node", () => {
  const closure = new Set<string>();
  for (const file of files.filter((path) => path.startsWith("web/"))) addClosure(file, closure);
  const impure = [...closure]
    .filter((file) => /^(lib|domain)\//.test(file))
    .filter((file) => /^(?:import|export) (?!type )[^;]*?from "node:/m.test(read(file)));
  assert.deepEqual(impure, []);
});

it("the server's thread traces no SVG: only workers import what draws one", () => {
  const closure = new Set<string>();
  addClosure("main.ts", closure);
  assert.ok(closure.has("lib/graphics/svg/svg.ts"), "the closure has the tools");
  const drawing = ["lib/graphics/svg/trace.ts", "lib/graphics/svg/path-data.ts"];
  assert.deepEqual(
    drawing.filter((file) => closure.has(file)),
    [],
  );
});

/** Returns the first cycle of imports that is found below `path`, as a path of files. */
function findCycle(path: readonly string[], done: Set<string>): readonly string[] {
  const file = path.at(-1) ?? "";
  if (done.has(file)) return [];
  const imported = listImports(file).map(({ to }) => to);
  for (const next of imported.filter((to) => files.includes(to))) {
    const cycle = path.includes(next)
      ? [...path.slice(path.indexOf(next)), next]
      : findCycle([...path, next], done);
    if (cycle.length > 0) return cycle;
  }
  done.add(file);
  return [];
}

it("no file imports itself through others, types included", () => {
  const done = new Set<string>();
  const cycles = files.map((file) => findCycle([file], done));
  assert.equal(cycles.find(({ length }) => length > 0)?.join(" -> "), undefined);
});

it(`no folder has more than ${MAX_FILES} files`, () => {
  const folders = files.map((file) => posix.dirname(file));
  const crowded = [...new Set(folders)].filter(
    (folder) => folders.filter((name) => name === folder).length > MAX_FILES,
  );
  assert.deepEqual(crowded, []);
});

it("only config.ts reads the environment", () => {
  const readers = files.filter((file) => file !== "config.ts" && ENVIRONMENT.test(read(file)));
  assert.deepEqual(readers, []);
});

it("tools read neither clock, random numbers, network nor process", () => {
  const impure = files
    .filter((file) => file.startsWith("tools/"))
    .filter((file) => IMPURE.test(read(file).replaceAll(/^\s*(\*|\/[/*]).*$/gm, "")));
  assert.deepEqual(impure, []);
});
