import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isIPv4 } from "node:net";
import { isValidHost } from "../lib/net/host.ts";
import { toCallerNetwork, unmapAddress } from "../lib/net/ip.ts";
import { createNetworkFilter } from "../lib/net/networks.ts";

/** Where a request comes from. */
interface ClientAddress {
  /** The address: the socket's, or the one that trusted proxies report. */
  ip: string;
  /** The IPv4 address or the IPv6 /64, the key of per-IP limits. */
  ipPrefix: string;
}

/** The addresses and the key by which requests of one client are counted. */
export interface ClientIdentity extends ClientAddress {
  /** The key of the daily quota: the API key's hash, or the prefix without a key. */
  quotaKey: string;
  /** True when the request has an API key of its caller's choice. */
  hasLabel: boolean;
}

/** The parts of a request that identify its client. */
export interface ClientSource {
  headers: IncomingHttpHeaders;
  socketAddress: string;
}

const API_KEY = /^[\x21-\x7e]{1,256}$/;

/** Returns false for a value of `X-API-Key` that is a credential instead of a label. */
export type IsLabel = (value: string) => boolean;

function identifyClient(
  { headers }: ClientSource,
  { ip, ipPrefix }: ClientAddress,
  isLabel: IsLabel,
): ClientIdentity {
  const key = headers["x-api-key"];
  const isKey = typeof key === "string" && API_KEY.test(key) && isLabel(key);
  if (!isKey) return { ip, ipPrefix, quotaKey: ipPrefix, hasLabel: false };
  // Hashed, because keys are never stored.
  const hash = createHash("sha256").update(key).digest("base64url");
  return { ip, ipPrefix, quotaKey: `key:${hash}`, hasLabel: true };
}

/** Falls back to the socket's address when a proxy reports an invalid one. */
function parseAddress(reported: string, socketAddress: string): ClientAddress {
  if (isIPv4(reported)) return { ip: reported, ipPrefix: reported };
  const prefix = toCallerNetwork(reported);
  if (prefix !== undefined) return { ip: unmapAddress(reported), ipPrefix: prefix };
  return { ip: unmapAddress(socketAddress), ipPrefix: toCallerNetwork(socketAddress) ?? "unknown" };
}

/** Returns true when the proxy at `address` is trusted, `hop` proxies before it. */
type TrustsProxy = (address: string, hop: number) => boolean;

export interface ClientResolver {
  client(source: ClientSource): ClientIdentity;
  /** Reads no headers where no proxy is trusted. */
  address(source: ClientSource): ClientAddress;
  /** Returns scheme and host by which the client reaches the server, for links. */
  origin(source: ClientSource): string;
}

/**
 * `trustProxy`: undefined trusts no proxy, a number trusts the nearest n, a list the addresses in
 * these CIDRs.
 */
export function createClientResolver(
  trustProxy: number | string[] | undefined,
  isLabel: IsLabel = () => true,
): ClientResolver {
  const trusts = toTrustsProxy(trustProxy);
  const address = (source: ClientSource) => {
    const reported = trusts ? findReportedAddress(source, trusts) : source.socketAddress;
    return parseAddress(reported, source.socketAddress);
  };
  return {
    address,
    client: (source) => identifyClient(source, address(source), isLabel),
    origin(source) {
      const { headers } = source;
      const isTrusted = trusts?.(source.socketAddress, 0) ?? false;
      const scheme = isTrusted ? getLastEntry(headers["x-forwarded-proto"]).toLowerCase() : "http";
      const host = isTrusted ? getLastEntry(headers["x-forwarded-host"]) : "";
      return `${scheme === "https" ? "https" : "http"}://${isValidHost(host) ? host : (headers.host ?? "")}`;
    },
  };
}

function toTrustsProxy(trustProxy: number | string[] | undefined): TrustsProxy | undefined {
  if (trustProxy === undefined) return undefined;
  if (typeof trustProxy === "number") return (_address, hop) => hop < trustProxy;
  return createNetworkFilter(trustProxy);
}

/** Addresses of `X-Forwarded-For` that are read, as many as hops can be trusted. */
const MAX_FORWARDED_ENTRIES = 100;

/**
 * Returns the right-most address that is not a trusted proxy's: the client can forge those to its
 * left.
 */
function findReportedAddress(
  { headers, socketAddress }: ClientSource,
  trusts: TrustsProxy,
): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "");
  let address = socketAddress;
  let end = forwarded.length;
  let hop = 0;
  for (let read = 0; read < MAX_FORWARDED_ENTRIES && end > 0 && trusts(address, hop); read += 1) {
    const start = forwarded.lastIndexOf(",", end - 1) + 1;
    const entry = forwarded.slice(start, end).trim();
    end = start - 1;
    if (entry === "") continue;
    address = entry;
    hop += 1;
  }
  return address;
}

function getLastEntry(header: string | string[] | undefined): string {
  return [header].flat().at(-1)?.split(",").at(-1)?.trim() ?? "";
}
