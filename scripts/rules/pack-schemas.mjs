// Packs the XML schemas of UBL 2.1 and CII D16B, without annotations and comments, into rules/:
// npm ci --prefix scripts/rules && node scripts/rules/pack-schemas.mjs FOLDER
// FOLDER has ubl/common, ubl/maindoc and cii, as they are published.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { parseXmlDocument, serializeToWellFormedString } from "slimdom";
import { root } from "../root.mjs";
import { elements } from "./compile-xpath.mjs";

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
  const files = {};
  for (const entry of entries) addSchema(files, join(source, folder), entry);
  const packed = brotliCompressSync(JSON.stringify(files));
  writeFileSync(join(root, "rules", name, "schemas.json.br"), packed);
}

/** Adds a schema and those that it imports, each once. */
function addSchema(files, folder, path) {
  if (files[path] !== undefined) return;
  const document = parseXmlDocument(readFileSync(join(folder, path), "utf8"));
  const schema = document.documentElement;
  for (const child of elements(schema)) {
    if (child.getAttribute("schemaLocation") === LEFT_OUT) child.remove();
  }
  removeComments(schema);
  files[path] = serializeToWellFormedString(schema);
  for (const child of elements(schema)) {
    const location = child.getAttribute("schemaLocation");
    if (location !== null) addSchema(files, folder, join(path, "..", location));
  }
}

function removeComments(element) {
  for (const child of [...element.childNodes]) {
    const isSpace = child.nodeType === 3 && child.data.trim() === "";
    if (child.nodeType === 8 || isSpace || child.localName === "annotation") child.remove();
    else if (child.nodeType === 1) removeComments(child);
  }
}
