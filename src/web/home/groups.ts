import type { ToolSummary } from "../tool-summary.ts";

/** A tool in the list, or a feature that is none but stands among them. */
export interface Entry {
  title: string;
  summary: string;
  /** The page. */
  path: string;
  /** The API's path. */
  endpoint: string;
  /** Further words that people search for. */
  words: string;
}

const GROUPS: { title: string; tools: string[] }[] = [
  { title: "Documents", tools: ["invoice", "contract-generator"] },
  { title: "Images", tools: ["qr", "barcode", "code-image", "code-image-languages"] },
  {
    title: "Figures",
    tools: [
      "meeting-cost",
      "profit-calculator",
      "currency",
      "currency-currencies",
      "carbon-footprint",
    ],
  },
  { title: "Text and secrets", tools: ["hash", "password"] },
];

const WORDS: Record<string, string> = {
  invoice: "bill pdf tax",
  qr: "barcode svg png",
  barcode:
    "ean upc gtin isbn issn sscc code 128 39 93 itf codabar gs1 datamatrix pdf417 aztec label svg png",
  hash: "sha-1 sha-256 sha-512 md5 checksum digest",
  password: "random secret generate",
  "meeting-cost": "calculator time money",
  "profit-calculator": "etsy shopify amazon fees margin",
  currency: "exchange rates forex fx money euro convert",
  "carbon-footprint": "co2 website weight grade green",
  "code-image": "screenshot syntax highlight snippet png",
  "contract-generator": "agreement freelance nda legal",
};

const INBOX: Entry = {
  title: "Webhook inbox",
  summary: "A URL that keeps every request sent to it, byte for byte, and shows it live.",
  path: "/inbox",
  endpoint: "/api/v1/webhook/{id}",
  words: "request bin capture debug callback",
};

/** The tools in groups; one that no group names stands under "More". */
export function groupsOf(cards: readonly ToolSummary[]): { title: string; entries: Entry[] }[] {
  const known = new Set(GROUPS.flatMap(({ tools }) => tools));
  const entriesOf = (names: string[]) =>
    names.flatMap((name) => cards.filter((card) => card.name === name)).map(toEntry);
  const others = cards.map(({ name }) => name).filter((name) => !known.has(name));
  return [
    ...GROUPS.map(({ title, tools }) => ({ title, entries: entriesOf(tools) })),
    { title: "Webhooks", entries: [INBOX] },
    { title: "More", entries: entriesOf(others) },
  ].filter(({ entries }) => entries.length > 0);
}

function toEntry({ name, title, summary, path }: ToolSummary): Entry {
  return { title, summary, path: `/tools/${name}`, endpoint: path, words: WORDS[name] ?? "" };
}
