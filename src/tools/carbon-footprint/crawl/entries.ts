import { promisify } from "node:util";
import { gzip as gzipCallback } from "node:zlib";
import type { FetchedResponse } from "../../../lib/net/network.ts";
import type { ResourceKind } from "./resource.ts";

const gzip = promisify(gzipCallback);

/** The types that a page's weight is broken down into. */
export type ResourceType = "html" | "css" | "script" | "image" | "font" | "media" | "other";

/** One resource that a page loaded. */
export interface ResourceEntry {
  url: string;
  kind: ResourceKind;
  type: ResourceType;
  /** Headers and encoded body, including the headers of redirects. */
  bytes: number;
  bodyBytes: number;
  /** The request and its redirects. */
  requests: number;
  status: number;
  /** The headers that recommendations read. */
  headers: Readonly<Record<string, string>>;
  /**
   * Bytes that gzip would save, if this is text that was sent uncompressed. Set after the entry is
   * created.
   */
  gzipSavings: number;
}

const TYPES: Record<ResourceKind, ResourceType> = {
  document: "html",
  stylesheet: "css",
  script: "script",
  module: "script",
  image: "image",
  icon: "image",
  font: "font",
  media: "media",
  other: "other",
};

/**
 * All other headers are dropped, because a page of 300 responses with 100 headers each would keep
 * megabytes of them.
 */
const KEPT_HEADERS = ["content-type", "content-encoding", "cache-control", "expires"];
/** Longer values are cut, because results are cached for minutes and a value may have 60 KB. */
const MAX_HEADER_BYTES = 200;

export function createEntry(response: FetchedResponse, kind: ResourceKind): ResourceEntry {
  const { url, status, headers, headerBytes, bodyBytes, redirects } = response;
  const redirectBytes = redirects.reduce((sum, redirect) => sum + redirect.headerBytes, 0);
  return {
    url,
    kind,
    type: TYPES[kind],
    bytes: redirectBytes + headerBytes + bodyBytes,
    bodyBytes,
    requests: redirects.length + 1,
    status,
    headers: pickHeaders(headers),
    gzipSavings: 0,
  };
}

function pickHeaders(headers: FetchedResponse["headers"]): ResourceEntry["headers"] {
  return Object.fromEntries(
    KEPT_HEADERS.filter((name) => headers[name] !== undefined).map((name) => [
      name,
      // Copies the text through bytes, because a slice of a string keeps the whole string in
      // memory.
      Buffer.from(headers[name] ?? "").toString("utf8", 0, MAX_HEADER_BYTES),
    ]),
  );
}

/** Shorter text fits into one packet, so compressing it saves nothing. */
const MIN_COMPRESSIBLE_BYTES = 1400;

/** Returns the bytes that gzip would save of a text that was sent uncompressed. */
export async function measureGzipSavings({ body, headers }: FetchedResponse): Promise<number> {
  if (!body || body.length < MIN_COMPRESSIBLE_BYTES || headers["content-encoding"]) return 0;
  return Math.max(0, body.length - (await gzip(body)).length);
}

/** Returns the bytes and requests of every type, also of those that the page does not load. */
export function computeBreakdown(
  entries: readonly ResourceEntry[],
): Record<ResourceType, { bytes: number; requests: number }> {
  const breakdown = {
    html: { bytes: 0, requests: 0 },
    css: { bytes: 0, requests: 0 },
    script: { bytes: 0, requests: 0 },
    image: { bytes: 0, requests: 0 },
    font: { bytes: 0, requests: 0 },
    media: { bytes: 0, requests: 0 },
    other: { bytes: 0, requests: 0 },
  };
  for (const { type, bytes, requests } of entries) {
    breakdown[type].bytes += bytes;
    breakdown[type].requests += requests;
  }
  return breakdown;
}
