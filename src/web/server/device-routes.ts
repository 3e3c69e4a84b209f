import type { Route } from "../../http/route.ts";
import { ACCOUNT_MEMBERS } from "../details/invoice-members.ts";
import { type Field, listFields } from "../form/field.ts";
import type { ToolSummary } from "../tool-summary.ts";
import type { PageServices } from "./page-renderer.ts";

interface DevicePagesOptions extends PageServices {
  tools: readonly ToolSummary[];
}

/**
 * Creates the pages of what a device keeps: its invoices, the user's details and clients. The
 * server knows none of it.
 */
export function createDeviceRoutes({ tools, render, getSite }: DevicePagesOptions): Route[] {
  return [
    {
      methods: ["GET", "HEAD"],
      path: "/invoices",
      access: "signed-in",
      handler: (context) =>
        render(context, {
          title: "Invoices · Sundry",
          description: "The invoices that this browser keeps, with their status.",
          section: "tools",
          part: "invoices",
          content: { page: "LedgerPage", props: { basePath: getSite(context).basePath } },
        }),
    },
    {
      methods: ["GET", "HEAD"],
      path: "/details",
      access: "signed-in",
      handler: (context) =>
        render(context, {
          title: "My details · Sundry",
          description: "Company, bank account and clients, kept in this browser.",
          section: "tools",
          part: "my-details",
          content: {
            page: "DetailsPage",
            props: { basePath: getSite(context).basePath, ...listPartyFields(tools) },
          },
        }),
    },
  ];
}

const isKept = (path: string) => ACCOUNT_MEMBERS.includes(path);
const isAccount = ({ name }: Field) => isKept(`payment.${name}`);

/** Returns the members of both parties as the invoice has them. */
function listPartyFields(tools: readonly ToolSummary[]): { sender: Field[]; client: Field[] } {
  const invoice = tools.find(({ name }) => name === "invoice");
  const fields = invoice ? listFields(invoice.input) : [];
  const find = (name: string) => fields.filter((field) => field.name === name);
  const listMembers = (name: string) => find(name).flatMap((field) => field.fields ?? []);
  const payment = find("payment").map((field) =>
    Object.assign({}, field, { fields: field.fields?.filter(isAccount) }),
  );
  const looks = fields.filter(({ name }) => isKept(name));
  return {
    sender: [
      ...listMembers("from"),
      ...payment,
      ...looks.map((field) => Object.assign({}, field, { advanced: false })),
    ],
    client: listMembers("to"),
  };
}
