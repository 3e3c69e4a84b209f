import type { Route } from "../../http/route.ts";
import { groupTools } from "../home/groups.ts";
import type { PalettePage } from "../shell/search.ts";
import { CONTENT_TITLES, TYPE } from "../tool/kits/qr/describe-content.ts";
import type { ToolSummary } from "../tool-summary.ts";
import { filterUsable } from "./usable-tools.ts";
import { JSON_TYPE } from "../../lib/net/http-headers.ts";

/** Creates the route of the tools that the command palette searches, beside the docs. */
export function createPaletteRoute(tools: readonly ToolSummary[]): Route {
  const everything = JSON.stringify(listPages(tools));
  return {
    methods: ["GET", "HEAD"],
    path: "/palette.json",
    access: "signed-in",
    handler: (context) => ({
      type: JSON_TYPE,
      headers: { "cache-control": "no-cache" },
      body: context.caller
        ? JSON.stringify(listPages(filterUsable(tools, context), context.mayUse("inbox:read")))
        : everything,
    }),
  };
}

function listPages(tools: readonly ToolSummary[], hasInbox = true): PalettePage[] {
  const groups = groupTools(tools, { hasInbox }).flatMap(({ title: group, entries: inGroup }) =>
    inGroup.map(({ title, summary, path, keywords }) => ({
      group,
      title,
      summary,
      keywords: keywords.join(" "),
      path,
    })),
  );
  const hasCode = tools.some(({ name }) => name === "qr");
  return [...groups, ...DEVICE_PAGES, ...(hasCode ? CONTENTS : [])];
}

/** Words for the types of a code's content that its titles lack. */
const CONTENT_WORDS: Readonly<Record<string, string>> = {
  wifi: "wifi wlan network password guests",
  contact: "vcard vcf business card",
  email: "mailto",
  sms: "text message",
  phone: "call tel",
  event: "ical calendar appointment",
  geo: "map coordinates",
  payment: "girocode upi bank transfer",
};

/** The form of a code for each type of content. */
const CONTENTS: readonly PalettePage[] = Object.entries(CONTENT_WORDS).map(([type, keywords]) => ({
  group: "QR codes",
  title: `QR code: ${CONTENT_TITLES[type]}`,
  summary: "",
  keywords,
  path: `/tools/qr#${TYPE}=${type}`,
}));

/** Pages of what the browser keeps. */
const DEVICE_PAGES: readonly PalettePage[] = [
  {
    group: "This device",
    title: "Invoices",
    summary: "Invoices that were downloaded here: open, overdue, paid.",
    keywords: "ledger reminder dunning overdue paid tax year accounting",
    path: "/invoices",
  },
  {
    group: "This device",
    title: "My details",
    summary: "My company, bank account, logo and clients.",
    keywords: "address company profile clients customers iban logo address book",
    path: "/details",
  },
  {
    group: "This device",
    title: "Kept on this device",
    summary: "What this browser keeps: export, import, clear.",
    keywords: "storage privacy local data move device export import clear forget",
    path: "/details#device",
  },
];
