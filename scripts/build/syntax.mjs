// Reads and edits our modules by their syntax tree, so that text is never mistaken for code.
import { parseSync, Visitor } from "rolldown/utils";

/**
 * A part of a module's code, and what replaces it.
 * @typedef {{ start: number, end: number, text: string }} Edit
 */

/**
 * A part of a module's code that names another file.
 * @typedef {{ start: number, end: number, path: string }} Reference
 */

/**
 * Parses a module. Throws when its syntax is wrong.
 * @param {string} file decides between JavaScript, TypeScript and JSX
 * @param {string} code
 */
function parse(file, code) {
  const result = parseSync(file, code);
  const [error] = result.errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return result;
}

/**
 * Returns the edit that replaces a reference.
 * @param {Reference} reference
 * @param {string} text
 * @returns {Edit}
 */
export function replaceReference({ start, end }, text) {
  return { start, end, text };
}

/**
 * Returns the code after edits that do not overlap.
 * @param {string} code
 * @param {Edit[]} edits
 */
export function applyEdits(code, edits) {
  return edits
    .toSorted((first, second) => second.start - first.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

/**
 * Returns what a module imports statically, or exports from elsewhere, with the place of each path.
 * @param {string} file
 * @param {string} code
 * @returns {Reference[]}
 */
export function listImports(file, code) {
  const { staticImports, staticExports } = parse(file, code).module;
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest)),
  ];
  const unique = new Map(
    requests.flatMap((request) => (request ? [[request.start, request]] : [])),
  );
  return [...unique.values()].map(({ start, end, value }) => ({ start, end, path: value }));
}

/**
 * Returns the names that a module imports from a package; its default export is `default`.
 * @param {string} file
 * @param {string} code
 * @param {string} name
 */
export function listImportedNames(file, code, name) {
  return parse(file, code)
    .module.staticImports.filter(({ moduleRequest }) => moduleRequest.value === name)
    .flatMap(({ entries }) => entries)
    .map(({ importName }) => importName.name ?? "default");
}

/**
 * Returns the methods of a global or imported object that a module calls, such as `Type.String()`.
 * @param {string} file
 * @param {string} code
 * @param {string} object
 */
export function listCalledMethods(file, code, object) {
  /** @type {string[]} */
  const names = [];
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type !== "MemberExpression" || callee.computed) return;
      const { object: target, property } = callee;
      if (
        target.type === "Identifier" &&
        target.name === object &&
        property.type === "Identifier"
      ) {
        names.push(property.name);
      }
    },
  }).visit(parse(file, code).program);
  return names;
}

/**
 * Finds the ways in which a module uses its own URL: scripts of workers as `new URL("./a.js",
 * import.meta.url)`, packages' files as `import.meta.resolve("a/b.wasm")`, and any other
 * `import.meta.url`.
 * @param {string} file
 * @param {string} code
 * @param {string} [extension] of scripts
 */
export function findModuleUrls(file, code, extension = ".js") {
  const urls = {
    /** @type {Reference[]} */ scripts: [],
    /** @type {Reference[]} */ resolved: [],
    /** @type {Reference[]} */ modules: [],
  };
  if (!code.includes("import.meta")) return urls;
  const inScripts = new Set();
  new Visitor({
    NewExpression({ callee, arguments: [path, base] }) {
      const isUrl = callee.type === "Identifier" && callee.name === "URL";
      if (!isUrl || path?.type !== "Literal" || !base || !isMetaMember(base, "url")) return;
      if (typeof path.value !== "string" || !path.value.endsWith(extension)) return;
      urls.scripts.push({ start: path.start, end: path.end, path: path.value });
      inScripts.add(base.start);
    },
    CallExpression({ start, end, callee, arguments: [name] }) {
      if (!isMetaMember(callee, "resolve") || name?.type !== "Literal") return;
      urls.resolved.push({ start, end, path: String(name.value) });
    },
    MemberExpression(node) {
      if (!isMetaMember(node, "url") || inScripts.has(node.start)) return;
      urls.modules.push({ start: node.start, end: node.end, path: file });
    },
  }).visit(parse(file, code).program);
  return urls;
}

/**
 * @param {{ type: string }} node
 * @param {string} name
 */
function isMetaMember(node, name) {
  const { type, object, property } =
    /** @type {{ type: string, object?: { type: string }, property?: { name?: string } }} */ (node);
  return type === "MemberExpression" && object?.type === "MetaProperty" && property?.name === name;
}
