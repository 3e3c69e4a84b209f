import { checkVersions } from "./validate.ts";
import { FEE_FILES, type FeeFileName, type Version } from "./schema.ts";

/** Versions of one schedule, oldest first; there is always one. */
type Versions<N extends FeeFileName> = readonly [Version<N>, ...Version<N>[]];

/** Every fee schedule that is known, by the name of its data file. */
export type FeeSchedules = { readonly [N in FeeFileName]: Versions<N> };

/** A data file as it was found: `name` is said in errors, `json` is what it holds. */
export interface FeeFile {
  name: string;
  json: unknown;
}

/** The data files by name; an overlay need not hold all of them. */
export type FeeFiles<Name extends FeeFileName = FeeFileName> = { [N in Name]: FeeFile };

/**
 * Checks the shipped files and an overlay and joins them: an overlay's version replaces the shipped one of
 * the same id, a new id is added. Throws an Error of one line that names the file and the place in it.
 */
export function feeBook(shipped: FeeFiles, overlay: Partial<FeeFiles> = {}): FeeSchedules {
  const book = (Object.keys(FEE_FILES) as FeeFileName[]).map((kind) => {
    const over = overlay[kind];
    const added = over ? checkVersions(kind, over) : [];
    const ids = new Set(added.map(({ id }) => id));
    const kept = checkVersions(kind, shipped[kind]).filter(({ id }) => !ids.has(id));
    return [kind, [...kept, ...added].sort(byEffectiveFrom)];
  });
  return Object.fromEntries(book) as FeeSchedules;
}

function byEffectiveFrom(one: Version, other: Version): number {
  return one.effectiveFrom < other.effectiveFrom
    ? -1
    : Number(one.effectiveFrom > other.effectiveFrom);
}

/** The version in force on a day: the last that began by then; before the first, the first. */
export function scheduleOn<N extends FeeFileName>(
  book: FeeSchedules,
  kind: N,
  day: string,
): Version<N> {
  const versions: Versions<N> = book[kind];
  return versions.findLast(({ effectiveFrom }) => effectiveFrom <= day) ?? versions[0];
}

/** A version as the answers tell of it. */
export type UsedSchedule = Pick<Version, "id" | "effectiveFrom" | "effectiveTo" | "confidence"> & {
  sources: Version["sources"];
  /** Why its numbers may not fit the day they are used for. */
  warnings: string[];
};

/** What to tell of a version that is used for a day. */
export function describeSchedule(version: Version, day: string): UsedSchedule {
  const { id, effectiveFrom, effectiveTo = null, confidence, sources } = version;
  const warnings = warningsOf(version, day);
  const used = { id, effectiveFrom, effectiveTo, sources, warnings };
  return confidence === undefined ? used : { ...used, confidence };
}

function warningsOf({ id, effectiveFrom, reviewBy }: Version, day: string): string[] {
  const warnings = [];
  if (day < effectiveFrom) {
    warnings.push(`${id} begins on ${effectiveFrom}; no earlier schedule is known`);
  }
  if (reviewBy !== undefined && reviewBy < day) {
    warnings.push(`${id} was to be reviewed by ${reviewBy}; its numbers may be out of date`);
  }
  return warnings;
}

/** The warnings of all schedules that are in force on a day, for the log. */
export function staleWarnings(book: FeeSchedules, day: string): string[] {
  const kinds = Object.keys(FEE_FILES) as FeeFileName[];
  return kinds.flatMap((kind) => warningsOf(scheduleOn(book, kind, day), day));
}
