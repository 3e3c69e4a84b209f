// Packs the XML schemas of UBL 2.1 and CII D16B, without annotations and comments, into rules/:
// npm ci --prefix scripts/rules && node scripts/rules/pack-schemas.mjs FOLDER
// FOLDER has ubl/common, ubl/maindoc and cii, as they are published.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { parseXmlDocument, serializeToWellFormedString } from "slimdom";
import { root } from "../root.mjs";
import { isElement, listElements } from "./xqueryx.mjs";

/** @import { Element, Text } from "slimdom" */

/** `nodeType` of a text. */
const TEXT = 3;

const [source = "."] = process.argv.slice(2);

/** Schemas by their package: the folder of the source, and those that a document begins with. */
const PACKAGES = {
  "ubl-2.1": {
    folder: "ubl",
    entries: ["maindoc/UBL-Invoice-2.1.xsd", "maindoc/UBL-CreditNote-2.1.xsd"],
  },
  "cii-d16b": {
    folder: "cii/CII/uncefact/data/standard",
    entries: ["CrossIndustryInvoice_100pD16B.xsd"],
  },
};

/** Signatures, which UBL allows in its extensions and which are not judged. */
const LEFT_OUT = "UBL-CommonSignatureComponents-2.1.xsd";

for (const [name, { folder, entries }] of Object.entries(PACKAGES)) {
  /** @type {Record<string, string>} */
  const files = {};
  for (const entry of entries) addSchema(files, join(source, folder), entry);
  const packed = brotliCompressSync(JSON.stringify(files));
  writeFileSync(join(root, "rules", name, "schemas.json.br"), packed);
}

/**
 * Adds a schema and those that it imports, each once.
 * @param {Record<string, string>} files
 * @param {string} folder
 * @param {string} path
 */
function addSchema(files, folder, path) {
  if (files[path] !== undefined) return;
  const document = parseXmlDocument(readFileSync(join(folder, path), "utf8"));
  const schema = document.documentElement;
  for (const child of listElements(schema)) {
    if (child.getAttribute("schemaLocation") === LEFT_OUT) child.remove();
  }
  removeComments(schema);
  files[path] = serializeToWellFormedString(schema);
  for (const child of listElements(schema)) {
    const location = child.getAttribute("schemaLocation");
    if (location !== null) addSchema(files, folder, join(path, "..", location));
  }
}

/** @param {Element} element */
function removeComments(element) {
  for (const child of Array.from(element.childNodes)) {
    if (isElement(child) && child.localName !== "annotation") removeComments(child);
    else if (child.nodeType !== TEXT || isSpace(/** @type {Text} */ (child))) child.remove();
  }
}

/** @param {Text} text */
function isSpace({ data }) {
  return data.trim() === "";
}
