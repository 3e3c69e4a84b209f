import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../support/server.ts";

/** The official rules, schemas and examples. They are not part of the repository. */
export const RULES = join(root, "..", "shared", "data", "einvoice");

/** The reason why a test by the official rules is skipped, or false. */
export const withoutRules: string | false = existsSync(RULES)
  ? false
  : "needs the official e-invoice rules beside the repository, in ../shared/data/einvoice";

const packages = join(root, "test", "consumers", "node_modules");
const styleSheet = join(root, "test", "documents", "support", "schematron.xsl");
/**
 * Compiling takes 40 s of CPU, so that compiled rules are kept for every copy of the repository on
 * this machine.
 */
const cache = join(tmpdir(), "sundry-schematron");

/** Number of waits of 50 ms for another process, which may have been killed: four minutes. */
const MAX_WAITS = 4800;

/** Each Schematron schema by the path below RULES. */
const SCHEMATRON = {
  "en-ubl": "en16931/EN16931-UBL-validation-preprocessed.sch",
  "en-cii": "en16931/EN16931-CII-validation-preprocessed.sch",
  "xrechnung-ubl": "xrechnung/XRechnung-UBL-validation.sch",
  "xrechnung-cii": "xrechnung/XRechnung-CII-validation.sch",
  peppol: "peppol/PEPPOL-EN16931-UBL.sch",
} as const;

/** A set of rules. */
export type RuleSet = keyof typeof SCHEMATRON;

interface Saxon {
  transform(
    options: { stylesheetInternal: unknown; sourceText: string; destination: "serialized" },
    mode: "sync",
  ): { principalResult: string };
}

/**
 * IBAN check digits, which SaxonJS cannot compute because its integers are doubles. Our own tests
 * cover them.
 */
const UNDECIDABLE = new Set(["BR-DE-19", "DE-R-019"]);

const saxon = createRequire(import.meta.url)(join(packages, "saxon-js")) as Saxon;
const compiled = new Map<RuleSet, unknown>();

/** Returns the rules that a document breaks, as `BR-CO-15 fatal at /Invoice[1]: …`. */
export function listBrokenRules(ruleSet: RuleSet, xml: string): string[] {
  const rules = compiled.get(ruleSet) ?? compileRules(ruleSet);
  compiled.set(ruleSet, rules);
  const { principalResult } = saxon.transform(
    { stylesheetInternal: rules, sourceText: xml, destination: "serialized" },
    "sync",
  );
  const failure = /<failure id="([^"]*)" flag="([^"]*)" location="([^"]*)">([^<]*)/g;
  return [...principalResult.matchAll(failure)].flatMap(([, id = "", flag, location, text]) =>
    UNDECIDABLE.has(id) ? [] : [`${id} ${flag} at ${location}: ${text}`],
  );
}

function compileRules(ruleSet: RuleSet): unknown {
  const source = join(RULES, SCHEMATRON[ruleSet]);
  const hash = createHash("sha256");
  for (const file of [source, styleSheet]) hash.update(readFileSync(file));
  const target = join(cache, `${ruleSet}-${hash.digest("hex").slice(0, 16)}.json`);
  if (!existsSync(target)) compileOnce(target, source);
  return JSON.parse(readFileSync(target, "utf8"));
}

/** Compiles the rules, or waits for a concurrent test file that compiles them. */
function compileOnce(target: string, source: string): void {
  mkdirSync(cache, { recursive: true });
  const lock = `${target}.lock`;
  try {
    mkdirSync(lock);
  } catch {
    for (let left = MAX_WAITS; left > 0 && existsSync(lock); left--) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
    if (existsSync(target)) return;
  }
  try {
    compileTo(target, source);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function compileTo(target: string, source: string): void {
  const folder = mkdtempSync(join(tmpdir(), "sundry-schematron-"));
  try {
    // XRechnung's files include `../common.sch`.
    mkdirSync(join(folder, "syntax"));
    copyFileSync(join(RULES, "xrechnung", "common.sch"), join(folder, "common.sch"));
    copyFileSync(source, join(folder, "syntax", "rules.sch"));
    const generated = join(folder, "rules.xsl");
    runXslt(`-xsl:${styleSheet}`, `-s:${join(folder, "syntax", "rules.sch")}`, `-o:${generated}`);
    runXslt(`-xsl:${generated}`, `-export:${join(folder, "rules.json")}`, "-nogo");
    copyFileSync(join(folder, "rules.json"), `${target}.${process.pid}`);
    renameSync(`${target}.${process.pid}`, target);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runXslt(...words: string[]): void {
  execFileSync(process.execPath, [join(packages, "xslt3", "xslt3.js"), ...words], {
    stdio: "pipe",
  });
}

/** Each XML schema by the path below RULES. */
const SCHEMAS = {
  "ubl-invoice": "xsd/ubl/maindoc/UBL-Invoice-2.1.xsd",
  "ubl-credit-note": "xsd/ubl/maindoc/UBL-CreditNote-2.1.xsd",
  cii: "xsd/cii/CII/uncefact/data/standard/CrossIndustryInvoice_100pD16B.xsd",
  "factur-x": "xsd/facturx-en16931/Factur-X_EN16931.xsd",
} as const;

/** An XML schema. */
export type Schema = keyof typeof SCHEMAS;

/**
 * Returns the violations of a schema in documents, all in one call because reading the schema takes
 * a second.
 */
export function listSchemaErrors(
  schema: Schema,
  documents: Readonly<Record<string, string>>,
): string[] {
  const folder = mkdtempSync(join(tmpdir(), "sundry-xsd-"));
  try {
    const files = Object.entries(documents).map(([name, xml]) => {
      writeFileSync(join(folder, `${name}.xml`), xml);
      return `${name}.xml`;
    });
    if (files.length === 0) return [];
    const words = ["--noout", "--nonet", "--schema", join(RULES, SCHEMAS[schema]), ...files];
    const { stderr, status } = spawnSync("xmllint", words, { cwd: folder, encoding: "utf8" });
    const errors = stderr.split("\n").filter((line) => line !== "" && !line.endsWith(" validates"));
    return status === 0 ? [] : errors;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
