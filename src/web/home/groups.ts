import type { ToolSummary } from "../tool-summary.ts";
import type { Preview } from "./preview.ts";

/** An entry of the home page: a tool, or a feature that is not one. */
export interface HomeEntry {
  /** The name under which the device remembers it. */
  name: string;
  title: string;
  summary: string;
  path: string;
  /** The path of the API. */
  endpoint: string;
  /** Further words that people search for. */
  keywords: readonly string[];
  preview: Preview | undefined;
}

/** Entries under one heading. */
export interface EntryGroup {
  title: string;
  entries: HomeEntry[];
}

/** The inbox keeps state and takes any method, so it is not a tool. */
const INBOX: HomeEntry = {
  name: "inbox",
  title: "Webhook inbox",
  summary: "A URL that records every request sent to it, byte for byte, and shows it live.",
  path: "/inbox",
  endpoint: "/api/v1/webhook/{id}",
  keywords: ["callback", "capture", "debug", "request bin", "webhook.site", "stripe", "github"],
  preview: {
    kind: "rows",
    rows: [
      ["POST", "/orders", "2 s"],
      ["POST", "/payments", "9 s"],
      ["PUT", "/users/42", "1 min"],
    ],
  },
};

/** Runs in the browser alone, so it is not a tool either. */
const REHEARSAL: HomeEntry = {
  name: "rehearsal",
  title: "Rehearse a provider",
  summary:
    "Send a signed event as Stripe, GitHub or Slack to a program of yours, with its retries.",
  path: "/rehearsal",
  endpoint: "sundry webhook send",
  keywords: ["test webhook", "simulate", "retry", "send event", "shopify", "twilio", "paddle"],
  preview: {
    kind: "rows",
    rows: [
      ["500", "attempt 1", "0 s"],
      ["500", "attempt 2", "1 min"],
      ["200", "attempt 3", "5 min"],
    ],
  },
};

/** The headings, in their order. */
const TITLES: Record<ToolSummary["group"], string> = {
  documents: "Documents",
  images: "Images",
  calculators: "Calculators",
  security: "Security",
  webhooks: "Webhooks",
};

interface GroupOptions {
  previews?: ReadonlyMap<string, Preview>;
  /** False leaves the inbox out. */
  hasInbox?: boolean;
}

/**
 * Returns the tools by group. Tools without POST are lists that belong to another tool: they have
 * no entry.
 */
export function groupTools(
  tools: readonly ToolSummary[],
  { previews = new Map(), hasInbox = true }: GroupOptions = {},
): EntryGroup[] {
  const listed = tools.filter(({ methods }) => methods.includes("POST"));
  return Object.entries(TITLES)
    .map(([group, title]) => ({
      title,
      entries: [
        ...(group === "webhooks" && hasInbox ? [INBOX] : []),
        ...(group === "webhooks" ? [REHEARSAL] : []),
        ...listed
          .filter((tool) => tool.group === group)
          .map((tool) => toEntry(tool, previews.get(tool.name))),
      ],
    }))
    .filter(({ entries }) => entries.length > 0);
}

function toEntry(tool: ToolSummary, preview: Preview | undefined): HomeEntry {
  const { name, title, summary, path, keywords } = tool;
  return { name, title, summary, path: `/tools/${name}`, endpoint: path, keywords, preview };
}
