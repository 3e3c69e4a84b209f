import type { OpenedInvoice } from "./open.ts";

/** Profiles of EN 16931, of Factur-X (ZUGFeRD 2) and of ZUGFeRD 1. */
export const PROFILES = [
  "xrechnung",
  "xrechnung-extension",
  "peppol",
  "en16931",
  "factur-x-minimum",
  "factur-x-basicwl",
  "factur-x-basic",
  "factur-x-en16931",
  "factur-x-extended",
  "zugferd1",
  "other",
] as const;

export type Profile = (typeof PROFILES)[number];

/** Rule sets that a caller may choose. */
export const CHOICES = ["auto", "en16931", "xrechnung", "peppol"] as const;

export type Choice = (typeof CHOICES)[number];

const CORE = "urn:cen.eu:en16931:2017";

/** The first pattern that matches BT-24 decides. */
const SPECIFICATIONS: readonly (readonly [RegExp, Profile])[] = [
  [/#conformant#urn:(?:xeinkauf|xoev)-?\.?de:kosit:extension:xrechnung_/, "xrechnung-extension"],
  [/urn:(?:xeinkauf\.de|xoev-de):kosit:(?:standard:)?xrechnung_/, "xrechnung"],
  [/urn:fdc:peppol\.eu:2017:poacc:billing:3\.0/, "peppol"],
  [/urn:(?:factur-x\.eu:1p0|zugferd\.de:2p\d):minimum$/, "factur-x-minimum"],
  [/urn:(?:factur-x\.eu:1p0|zugferd\.de:2p\d):basicwl$/, "factur-x-basicwl"],
  [/urn:(?:factur-x\.eu:1p0|zugferd\.de:2p\d):basic$/, "factur-x-basic"],
  [/urn:(?:factur-x\.eu:1p0|zugferd\.de:2p\d):en16931$/, "factur-x-en16931"],
  [/urn:(?:factur-x\.eu:1p0|zugferd\.de:2p\d):extended$/, "factur-x-extended"],
  [/^urn:ferd:/, "zugferd1"],
];

/** Returns the profile that a document claims in its specification identifier (BT-24). */
export function getProfile(
  specification: string,
  { syntax, container }: Pick<OpenedInvoice, "syntax" | "container">,
): Profile {
  if (syntax === "zugferd1") return "zugferd1";
  const [, profile] = SPECIFICATIONS.find(([pattern]) => pattern.test(specification)) ?? [];
  if (profile !== undefined) return profile;
  if (specification !== CORE) return "other";
  return container === "pdf" && syntax === "cii" ? "factur-x-en16931" : "en16931";
}

/** Returns the version of a profile that the identifier names, such as `3.0`. */
export function getVersion(profile: Profile, specification: string): string | null {
  if (profile.startsWith("xrechnung")) {
    return /xrechnung_(\d+\.\d+)/.exec(specification)?.[1] ?? null;
  }
  if (profile === "peppol") return "3.0";
  return profile.startsWith("factur-x") || profile === "zugferd1" ? "1.0" : null;
}
