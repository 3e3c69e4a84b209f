import { parseVersions } from "./validate.ts";
import { FEE_FILES, type FeeFile, type FeeFileName, type Version } from "./schema.ts";

/** Versions of one schedule, oldest first, never empty. */
type Versions<N extends FeeFileName> = readonly [Version<N>, ...Version<N>[]];

/** All fee schedules by data file name. */
export type FeeSchedules = { readonly [N in FeeFileName]: Versions<N> };

/** Data files by name; an overlay may have only some of them. */
export type FeeFiles<Name extends FeeFileName = FeeFileName> = { [N in Name]: FeeFile };

/**
 * Validates the built-in files and an overlay and merges them. An overlay version replaces the
 * built-in version with the same id; other ids are added. Throws an Error whose one-line message
 * names the file and path.
 */
export function joinSchedules(shipped: FeeFiles, overlay: Partial<FeeFiles> = {}): FeeSchedules {
  const merged = (Object.keys(FEE_FILES) as FeeFileName[]).map((kind) => {
    const file = overlay[kind];
    const added = file ? parseVersions(kind, file) : [];
    const ids = new Set(added.map(({ id }) => id));
    const kept = parseVersions(kind, shipped[kind]).filter(({ id }) => !ids.has(id));
    return [kind, [...kept, ...added].sort(byEffectiveFrom)];
  });
  return Object.fromEntries(merged) as FeeSchedules;
}

function byEffectiveFrom(a: Version, b: Version): number {
  return a.effectiveFrom < b.effectiveFrom ? -1 : Number(a.effectiveFrom > b.effectiveFrom);
}

/**
 * Returns the version in force on `day` (YYYY-MM-DD), or the first version if `day` is before all
 * of them.
 */
export function findSchedule<N extends FeeFileName>(
  schedules: FeeSchedules,
  kind: N,
  day: string,
): Version<N> {
  const versions: Versions<N> = schedules[kind];
  return versions.findLast(({ effectiveFrom }) => effectiveFrom <= day) ?? versions[0];
}

/** A schedule version as responses describe it. */
export type UsedSchedule = Pick<Version, "id" | "effectiveFrom" | "effectiveTo" | "confidence"> & {
  sources: Version["sources"];
  /** Reasons why the fees may not apply to the requested day. */
  warnings: string[];
};

/** Describes a version for the response, with warnings about its use on `day`. */
export function describeSchedule(version: Version, day: string): UsedSchedule {
  const { id, effectiveFrom, effectiveTo = null, confidence, sources } = version;
  const warnings = getWarnings(version, day);
  const used = { id, effectiveFrom, effectiveTo, sources, warnings };
  return confidence === undefined ? used : { ...used, confidence };
}

function getWarnings({ id, effectiveFrom, reviewBy }: Version, day: string): string[] {
  const warnings = [];
  if (day < effectiveFrom) {
    warnings.push(`${id} begins on ${effectiveFrom}; no earlier schedule is known`);
  }
  if (reviewBy !== undefined && reviewBy < day) {
    warnings.push(`${id} was to be reviewed by ${reviewBy}; its numbers may be out of date`);
  }
  return warnings;
}

/** Returns the warnings of every schedule in force on `day`, for the log. */
export function listStaleWarnings(schedules: FeeSchedules, day: string): string[] {
  const kinds = Object.keys(FEE_FILES) as FeeFileName[];
  return kinds.flatMap((kind) => getWarnings(findSchedule(schedules, kind, day), day));
}
