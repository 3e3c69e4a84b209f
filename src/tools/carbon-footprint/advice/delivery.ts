import { type Recommendation, largestOf, sum, type PageStats } from "./recommendation.ts";
import type { ResourceEntry } from "../crawl/entries.ts";
import { capitalize, fileName, formatPercent, pluralize, formatBytes } from "./wording.ts";

/** Text that came uncompressed and of which gzip would save more than `least`, in bytes and as a share. */
export function uncompressedText(
  { entries }: PageStats,
  least: { bytes: number; share: number },
): Recommendation | undefined {
  const plain = entries.filter(
    (entry) => savedByGzip(entry) > Math.max(least.bytes, entry.bodyBytes * least.share),
  );
  const total = sum(plain.map(savedByGzip));
  const largest = plain.toSorted((one, other) => savedByGzip(other) - savedByGzip(one))[0];
  if (!largest) return undefined;
  const sentence = `${pluralize(plain.length, "text file")} came uncompressed; gzip would save ${formatBytes(total)}, most of it on ${fileName(largest)} (${formatBytes(largest.bytes)}).`;
  return { savedBytes: total, sentence };
}

/** Measured where the text was read; a script that was not is taken to halve, which is the least of common ones. */
function savedByGzip({ gzipSaves, kind, headers, bodyBytes }: ResourceEntry): number {
  if (gzipSaves > 0) return gzipSaves;
  return kind === "script" && !headers["content-encoding"] ? bodyBytes / 2 : 0;
}

/** Without `max-age` or `Expires` browsers guess how long, or ask again. Only returning visitors save. */
export function noCacheLifetime({ entries }: PageStats): Recommendation | undefined {
  const short = entries.filter(
    ({ kind, headers, status }) =>
      kind !== "document" &&
      status < 400 &&
      !/max-age=[1-9]/.test(headers["cache-control"] ?? "") &&
      !headers["expires"],
  );
  const weight = sum(short.map(({ bytes }) => bytes));
  if (short.length === 0) return undefined;
  const sentence = `${pluralize(short.length, "file")} of ${formatBytes(weight)}${short.length === 1 ? "" : " together"} name${short.length === 1 ? "s" : ""} no cache lifetime, so returning visitors may have to ask for ${short.length === 1 ? "it" : "them"} again.`;
  return { savedBytes: 0, sentence };
}

/** More than half of all pages. */
export function manyRequests(
  { requests, entries }: PageStats,
  most: { requests: number },
): Recommendation | undefined {
  if (requests <= most.requests) return undefined;
  const headers = sum(entries.map(({ bytes, bodyBytes }) => bytes - bodyBytes));
  const sentence = `The page makes ${requests} requests; half of all pages make ${most.requests} or fewer. Their headers alone are ${formatBytes(headers)}.`;
  return { savedBytes: (headers * (requests - most.requests)) / requests, sentence };
}

/** More than this share of the weight from other sites. */
export function thirdParties(
  { entries, measurement, bytes }: PageStats,
  most: { share: number },
): Recommendation | undefined {
  const own = siteOf(measurement.finalUrl);
  const others = entries.filter(({ url }) => siteOf(url) !== own);
  const weight = sum(others.map((entry) => entry.bytes));
  const largest = largestOf(others);
  if (!largest || weight <= bytes * most.share) return undefined;
  const sentence = `Other sites send ${formatPercent(weight, bytes)} of the weight (${formatBytes(weight)}); the largest file is ${fileName(largest)} from ${new URL(largest.url).hostname}.`;
  return { savedBytes: weight - bytes * most.share, sentence };
}

/** Requests that bring nothing. */
export function brokenOrMoved({ entries, measurement }: PageStats): Recommendation | undefined {
  const failing = entries.filter(({ status }) => status >= 400);
  const redirects = sum(entries.map(({ requests }) => requests - 1));
  const unreachable = measurement.failed;
  if (failing.length + unreachable + redirects === 0) return undefined;
  const parts = [
    ...(failing.length + unreachable > 0
      ? [`${pluralize(failing.length + unreachable, "file")} could not be loaded`]
      : []),
    ...(redirects > 0 ? [`${pluralize(redirects, "request")} ended in a redirect`] : []),
  ];
  const [first] = failing;
  const example = first ? ` (${fileName(first)} answers ${first.status})` : "";
  return {
    savedBytes: sum(failing.map(({ bytes }) => bytes)),
    sentence: `${capitalize(parts.join(" and "))}${example}.`,
  };
}

/** The last two labels of a host, or an address whole: near enough to tell one site from another. */
function siteOf(url: string): string {
  const { hostname } = new URL(url);
  return /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
}
