import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { toCallerNetwork, unmapAddress } from "../../lib/ip.ts";

/** The client of a request. */
export interface Client {
  /** The address: the socket's, or the one that trusted proxies report. */
  ip: string;
  /** The IPv4 address or the IPv6 /64. Limits count by it. */
  ipPrefix: string;
  /** The key of the daily quota: the API key's hash, or the prefix without a key. */
  quotaKey: string;
}

/** What a client is read from. */
export interface ClientSource {
  headers: IncomingHttpHeaders;
  socketAddress: string;
}

const API_KEY = /^[\x21-\x7e]{1,256}$/;

/** Returns the client. Its address falls back to the socket's where a proxy reports something that is not one. */
function identifyClient({ headers, socketAddress }: ClientSource, reported: string): Client {
  const { ip, ipPrefix } = isIPv4(reported)
    ? { ip: reported, ipPrefix: reported }
    : parseAddress(reported, socketAddress);
  const key = headers["x-api-key"];
  const isKey = typeof key === "string" && API_KEY.test(key);
  return { ip, ipPrefix, quotaKey: isKey ? hashKey(key) : ipPrefix };
}

function parseAddress(reported: string, socketAddress: string): { ip: string; ipPrefix: string } {
  const prefix = toCallerNetwork(reported);
  if (prefix !== undefined) return { ip: unmapAddress(reported), ipPrefix: prefix };
  return { ip: unmapAddress(socketAddress), ipPrefix: toCallerNetwork(socketAddress) ?? "unknown" };
}

/** API keys are only kept as hashes. */
function hashKey(key: string): string {
  return `key:${createHash("sha256").update(key).digest("base64url")}`;
}

/** Returns true when the proxy at `address` is trusted, `hop` proxies before it. */
type TrustsProxy = (address: string, hop: number) => boolean;

/** Finds out who sent a request. */
export interface ClientResolver {
  client(source: ClientSource): Client;
  /** Scheme and host under which the client reaches the server, for links. */
  origin(source: ClientSource): string;
}

/** `trustProxy`: undefined trusts no proxy, a number trusts the nearest n, a list the addresses in these CIDRs. */
export function createClientResolver(trustProxy: number | string[] | undefined): ClientResolver {
  const trusts = toTrustsProxy(trustProxy);
  const isBehindProxy = ({ socketAddress }: ClientSource) => trusts?.(socketAddress, 0) ?? false;
  return {
    client(source) {
      const reported = trusts ? reportedAddress(source, trusts) : source.socketAddress;
      return identifyClient(source, reported);
    },
    origin(source) {
      const { headers } = source;
      const trusted = isBehindProxy(source);
      const scheme = (trusted && lastEntry(headers["x-forwarded-proto"])) || "http";
      const host = (trusted && lastEntry(headers["x-forwarded-host"])) || (headers.host ?? "");
      return `${scheme}://${host}`;
    },
  };
}

function toTrustsProxy(trustProxy: number | string[] | undefined): TrustsProxy | undefined {
  if (trustProxy === undefined) return undefined;
  if (typeof trustProxy === "number") return (_address, hop) => hop < trustProxy;
  const trusted = new BlockList();
  for (const range of trustProxy) {
    const [address = "", bits] = range.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = unmapAddress(address);
    return isIPv4(plain) ? trusted.check(plain) : isIPv6(plain) && trusted.check(plain, "ipv6");
  };
}

/** The right-most address that is not a trusted proxy's, because the client can make up what is to its left. */
function reportedAddress({ headers, socketAddress }: ClientSource, trusts: TrustsProxy): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "");
  let address = socketAddress;
  let end = forwarded.length;
  for (let hop = 0; end > 0 && trusts(address, hop);) {
    const start = forwarded.lastIndexOf(",", end - 1) + 1;
    const entry = forwarded.slice(start, end).trim();
    end = start - 1;
    if (entry === "") continue;
    address = entry;
    hop += 1;
  }
  return address;
}

function lastEntry(header: string | string[] | undefined): string {
  return [header].flat().at(-1)?.split(",").at(-1)?.trim() ?? "";
}
