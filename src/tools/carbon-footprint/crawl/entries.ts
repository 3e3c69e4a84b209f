import { promisify } from "node:util";
import { gzip as gzipCallback } from "node:zlib";
import type { FetchedResponse } from "../../../lib/network.ts";
import type { ResourceKind } from "./resource.ts";

const gzip = promisify(gzipCallback);

/** The groups that a page's weight is broken down into. */
export type ResourceType = "html" | "css" | "script" | "image" | "font" | "media" | "other";

/** One thing that a page loaded. */
export interface ResourceEntry {
  url: string;
  kind: ResourceKind;
  group: ResourceType;
  /** Headers and encoded body, redirects on the way included. */
  bytes: number;
  bodyBytes: number;
  requests: number;
  status: number;
  /** Those of the answer's that recommendations look at. */
  headers: Readonly<Record<string, string>>;
  /** What gzip would save of this text, where it came uncompressed; found out after all else. */
  gzipSaves: number;
}

const GROUPS: Record<ResourceKind, ResourceType> = {
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

/** All others are let go of: a page of three hundred answers with 1500 headers each would hold 110 MB of them. */
const KEPT_HEADERS = ["content-type", "content-encoding", "cache-control", "expires"];
/** Of each so much, copied: results are kept for minutes, and a value may have 60 KB. */
const MAX_HEADER_BYTES = 200;

/** The ledger's line for an answer. */
export function entryOf(answer: FetchedResponse, kind: ResourceKind): ResourceEntry {
  const { url, status, headers, bodyBytes, redirects } = answer;
  const onTheWay = redirects.reduce((sum, { headerBytes }) => sum + headerBytes, 0);
  return {
    url,
    kind,
    group: GROUPS[kind],
    bytes: onTheWay + answer.headerBytes + bodyBytes,
    bodyBytes,
    requests: redirects.length + 1,
    status,
    headers: keptOf(headers),
    gzipSaves: 0,
  };
}

function keptOf(headers: FetchedResponse["headers"]): ResourceEntry["headers"] {
  return Object.fromEntries(
    KEPT_HEADERS.filter((name) => headers[name] !== undefined).map((name) => [
      name,
      // Through bytes: a slice of a string holds on to all of it.
      Buffer.from(headers[name] ?? "").toString("utf8", 0, MAX_HEADER_BYTES),
    ]),
  );
}

/** Text shorter than a packet is not worth compressing. */
const MIN_COMPRESSED_BYTES = 1400;

/** What gzip would save of a text that came uncompressed, in bytes. */
export async function gzipSaving({ body, headers }: FetchedResponse): Promise<number> {
  if (!body || body.length < MIN_COMPRESSED_BYTES || headers["content-encoding"]) return 0;
  return Math.max(0, body.length - (await gzip(body)).length);
}

/** Weight and requests of each group; all groups are there. */
export function breakdownOf(
  entries: readonly ResourceEntry[],
): Record<ResourceType, { bytes: number; requests: number }> {
  const groups = {
    html: { bytes: 0, requests: 0 },
    css: { bytes: 0, requests: 0 },
    script: { bytes: 0, requests: 0 },
    image: { bytes: 0, requests: 0 },
    font: { bytes: 0, requests: 0 },
    media: { bytes: 0, requests: 0 },
    other: { bytes: 0, requests: 0 },
  };
  for (const { group, bytes, requests } of entries) {
    groups[group].bytes += bytes;
    groups[group].requests += requests;
  }
  return groups;
}
