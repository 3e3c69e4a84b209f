import { type Path, formatPath } from "../lib/errors.ts";
import { type CheckRules, createRule } from "../lib/input/checks.ts";
import { compileRules } from "../lib/input/rules.ts";
import type { SchemaNode } from "../lib/schema.ts";
import { type Decimal, toDecimal } from "../lib/money/exact.ts";
import {
  type WeightTable,
  type Category,
  FEE_FILES,
  type FeeFile,
  type FeeFileName,
  type Version,
} from "./schema.ts";

const DECIMAL = /^\d{1,9}(\.\d{1,9})?$/;
// Allows three decimals, because their number determines the period that solve/rounded.ts searches.
const PERCENT = /^(100|\d{1,2}(\.\d{1,3})?)$/;

/** A node of a fee file's schema; `decimal` is a custom keyword. */
type FeeNode = SchemaNode & { decimal?: "amount" | "percent" };

function isText(value: unknown, shape: RegExp): boolean {
  return typeof value === "string" && shape.test(value);
}

function compileDecimalRule({ decimal: kind }: FeeNode): CheckRules {
  return kind === "percent"
    ? createRule(
        (value) => isText(value, PERCENT),
        "must be a decimal string from 0 to 100 with at most three decimals",
      )
    : createRule((value) => isText(value, DECIMAL), "must be a decimal string");
}

/** Returns a valid value with its decimal strings as exact decimals. */
function toDecimals(node: FeeNode, value: unknown): unknown {
  if (node.anyOf) return value === null ? null : toDecimals(node.anyOf[0] ?? {}, value);
  if (node.decimal) return toDecimal(value as string);
  if (Array.isArray(value)) return value.map((item) => toDecimals(node.items ?? {}, item));
  if (typeof value !== "object" || value === null) return value;
  const [member] = Object.values(node.patternProperties ?? {});
  const entries = Object.entries(value).map(([name, entry]) => [
    name,
    toDecimals(member ?? node.properties?.[name] ?? {}, entry),
  ]);
  return Object.fromEntries(entries) as unknown;
}

/** A broken rule and its path within a version. */
type FeeIssue = [path: Path, rule: string];

/**
 * Validates a data file and makes its decimals exact. Throws an Error of one line: file, path,
 * rule.
 */
export function parseVersions<N extends FeeFileName>(kind: N, file: FeeFile): Version<N>[] {
  const schema = FEE_FILES[kind] as FeeNode;
  const [issue] = compileRules(schema, { decimal: compileDecimalRule })(file.json);
  if (issue) throw createFileError(file, issue.path, issue.message);
  const versions = toDecimals(schema, file.json) as Version<N>[];
  const ids = new Set<string>();
  for (const [index, version] of versions.entries()) {
    for (const [path, rule] of validateFees(version, ids))
      throw createFileError(file, [index, ...path], rule);
    ids.add(version.id);
  }
  return versions;
}

function createFileError(file: FeeFile, path: Path, rule: string): Error {
  return new Error(`${file.name}: ${formatPath(path)} ${rule}`);
}

function validateFees(version: Version, ids: ReadonlySet<string>): FeeIssue[] {
  const issues: FeeIssue[] = ids.has(version.id) ? [[["id"], "must not occur twice"]] : [];
  if (version.effectiveTo && version.effectiveTo < version.effectiveFrom) {
    issues.push([["effectiveTo"], "must not be before effectiveFrom"]);
  }
  if ("categories" in version) issues.push(...validateReferral(version));
  if ("priceBands" in version) issues.push(...validateFba(version));
  return issues;
}

function validateReferral(version: Version<"amazon.us.referral.json">): FeeIssue[] {
  const issues: FeeIssue[] = Object.entries(version.categories).flatMap(([name, category]) =>
    validateCategory(category).map(([path, rule]): FeeIssue => [
      ["categories", name, ...path],
      rule,
    ]),
  );
  if (!Object.hasOwn(version.categories, version.default)) {
    issues.push([["default"], "must be the name of a category"]);
  }
  return issues;
}

function validateCategory({ mode, tiers }: Category): FeeIssue[] {
  if (mode === "flat" && tiers.length > 1)
    return [[["tiers"], "must be one tier where mode is flat"]];
  return checkOpenEnded("tiers", "upTo", tiers);
}

function validateFba(version: Version<"amazon.us.fba.json">): FeeIssue[] {
  const bands = version.priceBands.length;
  return [
    ...checkOpenEnded("priceBands", "upTo", version.priceBands),
    ...checkOpenEnded("heavy", "maxLb", version.heavy),
    ...version.heavy.flatMap(({ base }, index) =>
      checkBandCount(["heavy", index, "base"], base, bands),
    ),
    ...validateWeightTable([], version, bands),
    ...(version.apparel ? validateWeightTable(["apparel"], version.apparel, bands) : []),
  ];
}

function validateWeightTable(at: Path, { standard, over }: WeightTable, bands: number): FeeIssue[] {
  const rows = standard.map(({ upToOz }) => ({ upToOz }));
  return [
    ...checkAscending([...at, "standard"], "upToOz", rows),
    ...standard.flatMap(({ fee }, index) =>
      checkBandCount([...at, "standard", index, "fee"], fee, bands),
    ),
    ...checkBandCount([...at, "over", "base"], over.base, bands),
    ...(over.stepOz.gt(0) ? [] : [[[...at, "over", "stepOz"], "must be more than 0"] as FeeIssue]),
  ];
}

function checkBandCount(path: Path, amounts: Decimal[], bands: number): FeeIssue[] {
  return amounts.length === bands
    ? []
    : [[path, `must have ${bands} amounts, one for each price band`]];
}

/** Requires ascending limits with `null` (no limit) in the last row only. */
function checkOpenEnded<M extends string>(
  list: string,
  member: M,
  rows: Record<M, Decimal | null>[],
): FeeIssue[] {
  const last = rows.length - 1;
  const open = rows.findIndex((row) => row[member] === null);
  if (open !== last)
    return [[[list, open < 0 ? last : open, member], "must be null in the last entry only"]];
  return checkAscending([list], member, rows.slice(0, last) as Record<M, Decimal>[]);
}

function checkAscending<M extends string>(
  at: Path,
  member: M,
  rows: Record<M, Decimal>[],
): FeeIssue[] {
  const fall = rows.findIndex((row, index) => {
    const before = rows[index - 1];
    return before !== undefined && row[member].lte(before[member]);
  });
  return fall < 0 ? [] : [[[...at, fall, member], "must be more than the one before"]];
}
