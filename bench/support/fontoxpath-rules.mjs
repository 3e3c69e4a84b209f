// Judges an XRechnung in UBL by the official Schematron, as fontoxpath interprets it. As a program
// it prints the number of broken rules: node fontoxpath-rules.mjs FILE
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { parseXmlDocument } from "slimdom";

const FOLDER = new URL("../../rules/", import.meta.url);

const { evaluateXPath, evaluateXPathToBoolean, evaluateXPathToNodes } = createRequire(
  import.meta.url,
)("fontoxpath");

function read(path) {
  const text = brotliDecompressSync(readFileSync(new URL(`${path}.br`, FOLDER))).toString();
  return parseXmlDocument(text).documentElement;
}

const listNamed = (element, name) => element.children.filter((child) => child.localName === name);
const getLets = (element) =>
  listNamed(element, "let").map((entry) => [
    entry.getAttribute("name"),
    entry.getAttribute("value"),
  ]);

/** Reads a schema with its includes. */
function loadSet(folder, file) {
  const schema = read(`${folder}/${file}`);
  const includes = listNamed(schema, "include").map((entry) =>
    read(`${folder}/${entry.getAttribute("href").replace(/^.*\//, "")}`),
  );
  const parts = [schema, ...includes];
  const namespaces = new Map(
    listNamed(schema, "ns").map((entry) => [
      entry.getAttribute("prefix"),
      entry.getAttribute("uri"),
    ]),
  );
  const patterns = parts.flatMap((part) =>
    part.localName === "pattern" ? [part] : listNamed(part, "pattern"),
  );
  return {
    namespaces,
    lets: [...includes, schema].flatMap(getLets),
    patterns: patterns.map((pattern) => ({
      lets: getLets(pattern),
      rules: listNamed(pattern, "rule").map((rule) => ({
        context: rule.getAttribute("context"),
        lets: getLets(rule),
        tests: [...listNamed(rule, "assert"), ...listNamed(rule, "report")].map((entry) => ({
          id: entry.getAttribute("id"),
          test: entry.getAttribute("test"),
          isReport: entry.localName === "report",
        })),
      })),
    })),
  };
}

/** Returns the ids of broken rules, in which a dynamic error counts. */
export function judge({ namespaces, lets, patterns }, xml) {
  const document = parseXmlDocument(xml);
  const options = {
    namespaceResolver: (prefix) => namespaces.get(prefix) ?? null,
    language: "XPath3.1",
  };
  const extend = (variables, list, node) => {
    const all = { ...variables };
    for (const [name, value] of list) all[name] = evaluateXPath(value, node, null, all, 0, options);
    return all;
  };
  const broken = [];
  const shared = extend({}, lets, document);
  for (const pattern of patterns) {
    const variables = extend(shared, pattern.lets, document);
    const taken = new Set();
    for (const rule of pattern.rules) {
      const path = rule.context.replaceAll(/(^|\|)\s*(?=[^/\s])/g, "$1//");
      for (const node of evaluateXPathToNodes(path, document, null, variables, options)) {
        if (taken.has(node)) continue;
        taken.add(node);
        const own = extend(variables, rule.lets, node);
        for (const entry of rule.tests)
          if (isBroken(entry, { node, own, options })) broken.push(entry.id);
      }
    }
  }
  return broken;
}

function isBroken({ test, isReport }, { node, own, options }) {
  try {
    return evaluateXPathToBoolean(test, node, null, own, options) === isReport;
  } catch {
    return true;
  }
}

export const loadSets = () => [
  loadSet("en16931-1.3.16", "ubl.sch"),
  loadSet("xrechnung-3.0", "ubl.sch"),
];

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const xml = readFileSync(process.argv[2], "utf8");
  console.log(loadSets().flatMap((set) => judge(set, xml)).length);
}
