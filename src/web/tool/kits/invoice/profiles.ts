/** An electronic invoice that the API writes. */
interface ProfileOption {
  /** The value of `format`. */
  format: string;
  title: string;
  /** The recipients that accept it. */
  use: string;
}

/** The electronic invoices, the most common first. */
export const PROFILES: readonly ProfileOption[] = [
  {
    format: "factur-x",
    title: "Factur-X / ZUGFeRD",
    use: "A PDF with the data inside: businesses in Germany and France.",
  },
  {
    format: "xrechnung",
    title: "XRechnung",
    use: "XML (UBL) for German authorities and companies.",
  },
  {
    format: "peppol",
    title: "Peppol BIS Billing 3",
    use: "XML (UBL) for the Peppol network: Belgium, the Netherlands, the Nordic countries and others.",
  },
  { format: "xrechnung-cii", title: "XRechnung (CII)", use: "The same in the CII syntax." },
  { format: "ubl", title: "UBL", use: "EN 16931 without national rules." },
  { format: "cii", title: "CII", use: "EN 16931 without national rules, in the CII syntax." },
];
