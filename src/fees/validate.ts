import { Ajv, type SchemaValidateFunction } from "ajv";
import { isCalendarDate } from "../lib/date.ts";
import { type Path, formatPath } from "../lib/errors.ts";
import { type Decimal, decimal } from "../lib/money.ts";
import { formatAjvErrors } from "../lib/input/ajv-errors.ts";
import type { FeeFile } from "./schedules.ts";
import {
  type WeightTable,
  type Category,
  FEE_FILES,
  type FeeFileName,
  type Version,
} from "./schema.ts";

const DECIMAL = /^\d{1,9}(\.\d{1,9})?$/;
// Three decimals keep the pattern in which several rounded fees repeat short; see lowest-price.ts.
const PERCENT = /^(100|\d{1,2}(\.\d{1,3})?)$/;

const ajv = new Ajv({
  verbose: true,
  strict: false,
  formats: { date: isCalendarDate },
  // As in lib/input.ts: the schemas are our own.
  meta: false,
  validateSchema: false,
  // Each check runs once, at the start: polishing its code takes longer than running it.
  code: { optimize: false },
});
addDecimals("decimal", DECIMAL, "must be a decimal string");
addDecimals(
  "percent",
  PERCENT,
  "must be a decimal string from 0 to 100 with at most three decimals",
);

/** A keyword of our schemas: text of a shape, in whose place its exact value is put. */
function addDecimals(keyword: string, shape: RegExp, message: string): void {
  const validate: SchemaValidateFunction = (_: true, text: unknown, _parent, at) => {
    if (typeof text !== "string" || !shape.test(text)) return false;
    if (at) (at.parentData as Record<string, unknown>)[at.parentDataProperty] = decimal(text);
    return true;
  };
  ajv.addKeyword({ keyword, modifying: true, validate, error: { message } });
}

/** A rule that a version breaks, and where in the version. */
type Finding = [path: Path, rule: string];

/** The versions a data file holds, read in place. Throws an Error of one line: file, place, rule. */
export function checkVersions<N extends FeeFileName>(kind: N, file: FeeFile): Version<N>[] {
  const check = ajv.compile<Version<N>[]>(FEE_FILES[kind]);
  if (!check(file.json)) {
    const [problem] = formatAjvErrors(check.errors ?? []);
    throw fileError(file, problem?.path ?? [], problem?.rule ?? "is not valid");
  }
  const ids = new Set<string>();
  for (const [index, version] of file.json.entries()) {
    for (const [path, rule] of validateFees(version, ids))
      throw fileError(file, [index, ...path], rule);
    ids.add(version.id);
  }
  return file.json;
}

function fileError(file: FeeFile, path: Path, rule: string): Error {
  return new Error(`${file.name}: ${formatPath(path)} ${rule}`);
}

function validateFees(version: Version, ids: ReadonlySet<string>): Finding[] {
  const found: Finding[] = ids.has(version.id) ? [[["id"], "must not occur twice"]] : [];
  if (version.effectiveTo && version.effectiveTo < version.effectiveFrom) {
    found.push([["effectiveTo"], "must not be before effectiveFrom"]);
  }
  if ("categories" in version) found.push(...referralFindings(version));
  if ("priceBands" in version) found.push(...fbaFindings(version));
  return found;
}

function referralFindings(version: Version<"amazon.us.referral.json">): Finding[] {
  const found: Finding[] = Object.entries(version.categories).flatMap(([name, category]) =>
    categoryFindings(category).map(([path, rule]): Finding => [
      ["categories", name, ...path],
      rule,
    ]),
  );
  if (!Object.hasOwn(version.categories, version.default)) {
    found.push([["default"], "must be the name of a category"]);
  }
  return found;
}

function categoryFindings({ mode, tiers }: Category): Finding[] {
  if (mode === "flat" && tiers.length > 1)
    return [[["tiers"], "must be one tier where mode is flat"]];
  return checkOpenEnded("tiers", "upTo", tiers);
}

function fbaFindings(version: Version<"amazon.us.fba.json">): Finding[] {
  const bands = version.priceBands.length;
  return [
    ...checkOpenEnded("priceBands", "upTo", version.priceBands),
    ...checkOpenEnded("heavy", "maxLb", version.heavy),
    ...version.heavy.flatMap(({ base }, index) =>
      bandFindings(["heavy", index, "base"], base, bands),
    ),
    ...ouncesFindings([], version, bands),
    ...(version.apparel ? ouncesFindings(["apparel"], version.apparel, bands) : []),
  ];
}

function ouncesFindings(at: Path, { standard, over }: WeightTable, bands: number): Finding[] {
  const rows = standard.map(({ upToOz }) => ({ upToOz }));
  return [
    ...checkAscending([...at, "standard"], "upToOz", rows),
    ...standard.flatMap(({ fee }, index) =>
      bandFindings([...at, "standard", index, "fee"], fee, bands),
    ),
    ...bandFindings([...at, "over", "base"], over.base, bands),
    ...(over.stepOz.gt(0) ? [] : [[[...at, "over", "stepOz"], "must be more than 0"] as Finding]),
  ];
}

function bandFindings(path: Path, amounts: Decimal[], bands: number): Finding[] {
  return amounts.length === bands
    ? []
    : [[path, `must have ${bands} amounts, one for each price band`]];
}

/** Upper limits rise, and only the last is open. */
function checkOpenEnded<M extends string>(
  list: string,
  member: M,
  rows: Record<M, Decimal | null>[],
): Finding[] {
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
): Finding[] {
  const fall = rows.findIndex((row, index) => {
    const before = rows[index - 1];
    return before !== undefined && row[member].lte(before[member]);
  });
  return fall < 0 ? [] : [[[...at, fall, member], "must be more than the one before"]];
}
