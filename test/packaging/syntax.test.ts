import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  applyEdits,
  findModuleUrls,
  listCalledMethods,
  listImportedNames,
  listImports,
  replaceReference,
} from "#scripts/build/syntax.mjs";

const CODE = `
  // new URL("./comment.js", import.meta.url)
  const text = 'new URL("./text.js", import.meta.url)';
  const worker = new URL("./worker.js", import.meta.url);
  const folder = new URL("../fonts/", import.meta.url);
  const wasm = import.meta.resolve("a/b.wasm");
`;

describe("the syntax of our modules", () => {
  it("URLs of scripts, of packages' files and of the module are found in code alone", () => {
    const { scripts, resolved, modules } = findModuleUrls("a.js", CODE);
    assert.deepEqual(
      [scripts, resolved].map((references) => references.map(({ path }) => path)),
      [["./worker.js"], ["a/b.wasm"]],
    );
    assert.equal(modules.length, 1);
    const edits = [...scripts, ...resolved, ...modules].map((use) => replaceReference(use, "X"));
    const [, comment, text, ...lines] = applyEdits(CODE, edits).split("\n");
    assert.deepEqual([comment, text], CODE.split("\n").slice(1, 3));
    assert.deepEqual(
      lines.map((line) => line.trim()),
      [
        "const worker = new URL(X, import.meta.url);",
        'const folder = new URL("../fonts/", X);',
        "const wasm = X;",
        "",
      ],
    );
  });

  it("imports are listed with their places, in declarations as well", () => {
    const code = 'import "./a.css";\nimport type { B } from "./b.ts";\nexport * from "./c.ts";\n';
    const imports = listImports("a.d.ts", code);
    assert.deepEqual(
      imports.map(({ path, start, end }) => [path, code.slice(start, end)]),
      ["./a.css", "./b.ts", "./c.ts"].map((path) => [path, JSON.stringify(path)]),
    );
  });

  it("names imported of one package are listed, the default one as default", () => {
    const code = 'import a, { b, c as d } from "p";\nimport { e } from "q";\n';
    assert.deepEqual(listImportedNames("a.js", code, "p"), ["default", "b", "c"]);
  });

  it("methods of one object are listed where they are called", () => {
    const code = "Type.String(); Other.Number(); `Type.Object()`; Type.kind;";
    assert.deepEqual(listCalledMethods("a.js", code, "Type"), ["String"]);
  });

  it("a module with wrong syntax stops the build", () => {
    assert.throws(() => listImports("a.js", "import {"), /a\.js/);
  });
});
