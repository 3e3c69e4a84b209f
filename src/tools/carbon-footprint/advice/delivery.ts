import type { ResourceEntry } from "../crawl/entries.ts";
import { findLargest, type PageStats, type Recommendation, sum } from "./recommendation.ts";
import { formatBytes } from "../../../lib/text/format-bytes.ts";
import { capitalize } from "../../../lib/text/capitalize.ts";
import { getFileName, formatPercent, pluralize } from "./wording.ts";

/** Recommends compressing text of which gzip saves more than both `min.bytes` and `min.share`. */
export function checkCompression(
  { entries }: PageStats,
  min: { bytes: number; share: number },
): Recommendation | undefined {
  const uncompressed = entries.filter(
    (entry) => estimateGzipSavings(entry) > Math.max(min.bytes, entry.bodyBytes * min.share),
  );
  const total = sum(uncompressed.map(estimateGzipSavings));
  const [largest] = uncompressed.toSorted(
    (a, b) => estimateGzipSavings(b) - estimateGzipSavings(a),
  );
  if (!largest) return undefined;
  const sentence = `${pluralize(uncompressed.length, "text file")} came uncompressed; gzip would save ${formatBytes(total)}, most of it on ${getFileName(largest)} (${formatBytes(largest.bytes)}).`;
  return { savedBytes: total, sentence };
}

/**
 * Returns the measured savings. A script whose body was not read counts half of its size, because
 * gzip usually saves more.
 */
function estimateGzipSavings({ gzipSavings, kind, headers, bodyBytes }: ResourceEntry): number {
  if (gzipSavings > 0) return gzipSavings;
  return kind === "script" && !headers["content-encoding"] ? bodyBytes / 2 : 0;
}

/** Recommends cache lifetimes. It saves no bytes, because only returning visitors benefit. */
export function checkCacheLifetimes({ entries }: PageStats): Recommendation | undefined {
  const uncached = entries.filter(
    ({ kind, headers, status }) =>
      kind !== "document" &&
      status < 400 &&
      !/max-age=[1-9]/.test(headers["cache-control"] ?? "") &&
      !headers["expires"],
  );
  if (uncached.length === 0) return undefined;
  const size = formatBytes(sum(uncached.map(({ bytes }) => bytes)));
  const subject =
    uncached.length === 1
      ? `1 file of ${size} has`
      : `${uncached.length} files of ${size} together have`;
  const object = uncached.length === 1 ? "it" : "them";
  const sentence = `${subject} no cache lifetime, so returning visitors may have to download ${object} again.`;
  return { savedBytes: 0, sentence };
}

/** Recommends making fewer requests than `max.requests`. */
export function checkRequests(
  { requests, entries }: PageStats,
  max: { requests: number },
): Recommendation | undefined {
  if (requests <= max.requests) return undefined;
  const headers = sum(entries.map(({ bytes, bodyBytes }) => bytes - bodyBytes));
  const sentence = `The page makes ${requests} requests; half of all pages make ${max.requests} or fewer. Their headers alone are ${formatBytes(headers)}.`;
  return { savedBytes: (headers * (requests - max.requests)) / requests, sentence };
}

/** Recommends reducing what other sites send, if it exceeds `max.share` of the page. */
export function checkThirdParties(
  { entries, measurement, bytes }: PageStats,
  max: { share: number },
): Recommendation | undefined {
  const ownSite = getSite(measurement.finalUrl);
  const others = entries.filter(({ url }) => getSite(url) !== ownSite);
  const weight = sum(others.map((entry) => entry.bytes));
  const largest = findLargest(others);
  if (!largest || weight <= bytes * max.share) return undefined;
  const sentence = `Other sites send ${formatPercent(weight, bytes)} of the weight (${formatBytes(weight)}); the largest file is ${getFileName(largest)} from ${new URL(largest.url).hostname}.`;
  return { savedBytes: weight - bytes * max.share, sentence };
}

/** Recommends removing requests that fail or redirect. */
export function checkFailures({ entries, measurement }: PageStats): Recommendation | undefined {
  const errors = entries.filter(({ status }) => status >= 400);
  const failed = errors.length + measurement.failed;
  const redirects = sum(entries.map(({ requests }) => requests - 1));
  if (failed + redirects === 0) return undefined;
  const parts = [
    ...(failed > 0 ? [`${pluralize(failed, "file")} could not be loaded`] : []),
    ...(redirects > 0 ? [`${pluralize(redirects, "request")} ended in a redirect`] : []),
  ];
  const [first] = errors;
  const example = first ? ` (${getFileName(first)} answers ${first.status})` : "";
  return {
    savedBytes: sum(errors.map(({ bytes }) => bytes)),
    sentence: `${capitalize(parts.join(" and "))}${example}.`,
  };
}

/**
 * Returns the last two labels of a host, or an address literal: an approximation of the registrable
 * domain.
 */
function getSite(url: string): string {
  const { hostname } = new URL(url);
  return /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
}
