/** The formats that are electronic invoices. */
export type EInvoiceProfile = "ubl" | "cii" | "factur-x" | "xrechnung" | "xrechnung-cii" | "peppol";

/** Identifiers and syntax of a profile. */
interface ProfileTerms {
  syntax: "ubl" | "cii";
  /** BT-24. */
  specification: string;
  /** BT-23. */
  process?: string;
}

const CORE = "urn:cen.eu:en16931:2017";
/** Invoicing by the seller, the only process of Peppol BIS Billing 3. */
const BILLING = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
const XRECHNUNG = {
  specification: `${CORE}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
  process: BILLING,
};

/** The profiles: EN 16931 itself, its national rules XRechnung 3.0 and Peppol BIS Billing 3.0. */
export const PROFILES: Readonly<Record<EInvoiceProfile, ProfileTerms>> = {
  ubl: { syntax: "ubl", specification: CORE },
  cii: { syntax: "cii", specification: CORE },
  "factur-x": { syntax: "cii", specification: CORE },
  xrechnung: { syntax: "ubl", ...XRECHNUNG },
  "xrechnung-cii": { syntax: "cii", ...XRECHNUNG },
  peppol: {
    syntax: "ubl",
    specification: `${CORE}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    process: BILLING,
  },
};
