/**
 * A guide of the documentation: `docs/guides/<name>.md` of the repository, or its `docs/scale.md`.
 */
export interface Guide {
  name: string;
  title: string;
  summary: string;
  group: string;
  /** Further words that people search for. */
  keywords?: string;
}

/** The guides in the order of the navigation. `start` is a page of its own. */
const GUIDES: readonly Guide[] = [
  {
    name: "start",
    title: "Getting started",
    summary: "First request, errors, limits, keys and self-hosting.",
    group: "Basics",
    keywords: "quickstart introduction",
  },
  {
    name: "limits",
    title: "Limits",
    summary: "What is limited, and what happens beyond.",
    group: "Basics",
    keywords: "rate limit throttling quota",
  },
  {
    name: "access",
    title: "Access",
    summary: "Who a caller is, and what it used.",
    group: "Basics",
    keywords: "authentication authorization login password api key token",
  },
  {
    name: "clients",
    title: "Client and command line",
    summary: "The typed client for JavaScript and the sundry command.",
    group: "Basics",
    keywords: "sdk typescript javascript npm cli command line install",
  },
  {
    name: "languages",
    title: "Call it from your language",
    summary: "Programs in JavaScript, Python, Go, PHP, C# and Ruby.",
    group: "Basics",
    keywords: "node golang csharp dotnet http request sample rest",
  },
  {
    name: "batch",
    title: "Many at once",
    summary: "A table or a list of inputs as one ZIP, table or stream.",
    group: "Basics",
    keywords: "bulk csv zip jobs",
  },
  {
    name: "mcp",
    title: "MCP server",
    summary: "The tools for AI assistants.",
    group: "Basics",
    keywords: "claude cursor assistant ai llm tools",
  },
  {
    name: "deploy",
    title: "Deployment",
    summary: "Self-hosting with Docker, systemd, a proxy and Redis.",
    group: "Operations",
    keywords: "docker nginx hosting https",
  },
  {
    name: "operate",
    title: "Operating",
    summary: "Settings, logs, backups and restarts.",
    group: "Operations",
    keywords: "restore logging restart",
  },
  {
    name: "configuration",
    title: "Configuration",
    summary: "Every setting with its default and an example.",
    group: "Operations",
    keywords: "environment variables settings env",
  },
  {
    name: "security",
    title: "Security",
    summary: "What is trusted, what is not, and what the limits protect.",
    group: "Operations",
    keywords: "ssrf csp threat",
  },
  {
    name: "scale",
    title: "Scale",
    summary: "What one process serves, and where the next limit is.",
    group: "Operations",
    keywords: "performance benchmark throughput capacity",
  },
  {
    name: "webhooks",
    title: "Webhooks",
    summary: "Inboxes, signatures, replays and response plans.",
    group: "Features",
    keywords: "inbox signature stripe github slack shopify twilio replay",
  },
  {
    name: "invoices",
    title: "Invoices",
    summary: "PDF and electronic invoices.",
    group: "Features",
    keywords: "xrechnung zugferd factur-x peppol facturx en16931 epc sepa girocode credit note",
  },
  {
    name: "einvoices",
    title: "Received e-invoices",
    summary: "Reading, checking and converting, with a folder watcher and CI.",
    group: "Features",
  },
  {
    name: "documents",
    title: "Contracts and Markdown",
    summary: "PDF, Word, HTML and Markdown.",
    group: "Features",
    keywords: "contract markdown word docx pdf",
  },
  {
    name: "qr",
    title: "QR codes",
    summary: "Contents, logos and print sizes.",
    group: "Features",
    keywords: "wifi vcard logo",
  },
  {
    name: "barcode",
    title: "Barcodes",
    summary: "Types, check digits, GS1 and reading.",
    group: "Features",
    keywords: "ean gtin gs1 scanner",
  },
  {
    name: "labels",
    title: "Label sheets",
    summary: "Codes and text from a table, on sheets and label printers.",
    group: "Features",
    keywords: "avery herma zebra zpl dymo",
  },
  {
    name: "code-images",
    title: "Code images",
    summary: "Languages, themes and sizes.",
    group: "Features",
    keywords: "syntax highlight theme screenshot",
  },
  {
    name: "hash",
    title: "Hashes",
    summary: "Files, HMAC and checksums.",
    group: "Features",
    keywords: "sha256 md5 hmac checksum",
  },
  {
    name: "currency",
    title: "Currencies",
    summary: "Exchange rates, their source and history.",
    group: "Features",
    keywords: "rates ecb",
  },
  {
    name: "fees",
    title: "Marketplace fees",
    summary: "The fee schedules of the profit calculator.",
    group: "Features",
    keywords: "etsy amazon shopify",
  },
  {
    name: "carbon",
    title: "Website carbon",
    summary: "How emissions of a page are estimated.",
    group: "Features",
    keywords: "co2",
  },
];

/** Lists the guides: those above, then every other file, by its heading and first sentence. */
export function listGuides(files: Record<string, string>): Guide[] {
  const names = new Set(GUIDES.map(({ name }) => name));
  const unlisted = Object.entries(files).filter(([name]) => !names.has(name));
  return [
    ...GUIDES.filter(({ name }) => name === "start" || files[name] !== undefined),
    ...unlisted.map(([name, markdown]) => toGuide(name, markdown)),
  ];
}

function toGuide(name: string, markdown: string): Guide {
  const [, title = name] = /^# (.+)$/m.exec(markdown) ?? [];
  const [, summary = ""] = /^# .+\n+([^\n]+?[.:])(?:\s|$)/.exec(markdown) ?? [];
  return { name, title, summary, group: "Features" };
}

export function toHeadingId(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** A section of a guide: its heading and its text. */
export interface GuideSection {
  id: string;
  title: string;
  text: string;
}

/** Splits a guide at its headings. The first section is the text below its title. */
export function splitSections(markdown: string): GuideSection[] {
  // Comments in code begin like headings.
  const code: string[] = [];
  const text = markdown.replaceAll(/^ *```[^]*?^ *```/gm, (block) => `\0${code.push(block) - 1}\0`);
  return text.split(/^(?=#{1,3} )/m).map((section) => {
    const [, heading = ""] = /^#{1,3} (.+)$/m.exec(section) ?? [];
    const body = section.replace(/^#.*\n/, "");
    const title = heading.replaceAll("`", "");
    const content = body.replaceAll(/\0(\d+)\0/g, (_, index) => code[Number(index)] ?? "");
    return { id: toHeadingId(title), title, text: content };
  });
}
