/**
 * A guide of the documentation: `docs/guides/<name>.md` of the repository, or its `docs/scale.md`.
 */
export interface Guide {
  name: string;
  title: string;
  summary: string;
  group: string;
}

/** The guides in the order of the navigation. `start` is a page of its own. */
const GUIDES: readonly Guide[] = [
  {
    name: "start",
    title: "Getting started",
    summary: "First request, errors, limits, keys and self-hosting.",
    group: "Basics",
  },
  {
    name: "limits",
    title: "Limits",
    summary: "What is limited, and what happens beyond.",
    group: "Basics",
  },
  {
    name: "access",
    title: "Access",
    summary: "Who a caller is, and what it used.",
    group: "Basics",
  },
  {
    name: "clients",
    title: "Client and command line",
    summary: "The typed client for JavaScript and the sundry command.",
    group: "Basics",
  },
  {
    name: "batch",
    title: "Many at once",
    summary: "A table or a list of inputs as one ZIP, table or stream.",
    group: "Basics",
  },
  { name: "mcp", title: "MCP server", summary: "The tools for AI assistants.", group: "Basics" },
  {
    name: "deploy",
    title: "Deployment",
    summary: "Self-hosting with Docker, systemd, a proxy and Redis.",
    group: "Operations",
  },
  {
    name: "operate",
    title: "Operating",
    summary: "Settings, logs, backups and restarts.",
    group: "Operations",
  },
  {
    name: "configuration",
    title: "Configuration",
    summary: "Every setting with its default and an example.",
    group: "Operations",
  },
  {
    name: "security",
    title: "Security",
    summary: "What is trusted, what is not, and what the limits protect.",
    group: "Operations",
  },
  {
    name: "scale",
    title: "Scale",
    summary: "What one process serves, and where the next limit is.",
    group: "Operations",
  },
  {
    name: "webhooks",
    title: "Webhooks",
    summary: "Inboxes, signatures, replays and response plans.",
    group: "Features",
  },
  {
    name: "invoices",
    title: "Invoices",
    summary: "PDF and electronic invoices.",
    group: "Features",
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
  },
  { name: "qr", title: "QR codes", summary: "Contents, logos and print sizes.", group: "Features" },
  {
    name: "barcode",
    title: "Barcodes",
    summary: "Types, check digits, GS1 and reading.",
    group: "Features",
  },
  {
    name: "labels",
    title: "Label sheets",
    summary: "Codes and text from a table, on sheets and label printers.",
    group: "Features",
  },
  {
    name: "code-images",
    title: "Code images",
    summary: "Languages, themes and sizes.",
    group: "Features",
  },
  { name: "hash", title: "Hashes", summary: "Files, HMAC and checksums.", group: "Features" },
  {
    name: "currency",
    title: "Currencies",
    summary: "Exchange rates, their source and history.",
    group: "Features",
  },
  {
    name: "fees",
    title: "Marketplace fees",
    summary: "The fee schedules of the profit calculator.",
    group: "Features",
  },
  {
    name: "carbon",
    title: "Website carbon",
    summary: "How emissions of a page are estimated.",
    group: "Features",
  },
];

/** Lists the guides: those above, then every other file, by its heading and first sentence. */
export function listGuides(files: Record<string, string>): Guide[] {
  const names = new Set(GUIDES.map(({ name }) => name));
  const others = Object.entries(files).filter(([name]) => !names.has(name));
  return [
    ...GUIDES.filter(({ name }) => name === "start" || files[name] !== undefined),
    ...others.map(([name, markdown]) => toGuide(name, markdown)),
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

/** Lists the titles of a guide's sections. */
export function listSections(markdown: string): string[] {
  const text = markdown.replaceAll(/^ *```[^]*?^ *```/gm, "");
  return [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = ""]) => title.replaceAll("`", ""));
}
