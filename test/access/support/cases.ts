import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/server.ts";

/** The worked cases of the contract. */
export interface Cases {
  keys: { valid: string[]; invalid: { key: string; why: string }[] };
  networks: { networks: string[]; address: string; allowed: boolean }[];
  next: { next: string; to: string }[];
  allowed: {
    allowed: string;
    trustEmail?: boolean;
    claims: Record<string, unknown>;
    admits: boolean;
  }[];
  sameOrigin: {
    cases: { method: string; path: string; headers: Record<string, string>; counts: boolean }[];
  }[];
}

export function readCases(): Cases {
  return JSON.parse(readFileSync(join(root, "test", "cases", "access.json"), "utf8")) as Cases;
}
