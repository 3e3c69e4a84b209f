import type { ToolSummary } from "../tool-summary.ts";

/** An entry of the home page: a tool, or a feature that is not one. */
export interface Entry {
  title: string;
  summary: string;
  /** The page. */
  path: string;
  /** The API's path. */
  endpoint: string;
  /** Further words that people search for. */
  keywords: readonly string[];
}

/** Entries under one heading. */
export interface EntryGroup {
  title: string;
  entries: Entry[];
}

/** The inbox keeps state and takes any method, so it is not a tool. */
const INBOX: Entry = {
  title: "Webhook inbox",
  summary: "A URL that keeps every request sent to it, byte for byte, and shows it live.",
  path: "/inbox",
  endpoint: "/api/v1/webhook/{id}",
  keywords: ["callback", "capture", "debug", "request bin"],
};

/** The headings, in their order. */
const TITLES: Record<ToolSummary["group"], string> = {
  documents: "Documents",
  images: "Images",
  calculators: "Calculators",
  security: "Security",
  webhooks: "Webhooks",
};

/** Returns the tools by group. Tools without POST are lists that belong to another tool: they have no entry. */
export function groupTools(tools: readonly ToolSummary[]): EntryGroup[] {
  const listed = tools.filter(({ methods }) => methods.includes("POST"));
  return Object.entries(TITLES)
    .map(([group, title]) => ({
      title,
      entries: [
        ...(group === "webhooks" ? [INBOX] : []),
        ...listed.filter((tool) => tool.group === group).map(toEntry),
      ],
    }))
    .filter(({ entries }) => entries.length > 0);
}

function toEntry({ name, title, summary, path, keywords }: ToolSummary): Entry {
  return { title, summary, path: `/tools/${name}`, endpoint: path, keywords };
}
