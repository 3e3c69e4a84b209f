import type { Field } from "./field.ts";

/** By tool: the members that only one choice of another member reads. */
const VISIBLE_WHEN: Record<string, { by: string; members: Record<string, string> }> = {
  "profit-calculator": {
    by: "platform",
    members: {
      shippingLabel: "etsy",
      offsiteAdsPct: "etsy",
      shopifyPlan: "shopify",
      amazonCategory: "amazon",
      amazonPlan: "amazon",
      fbaWeight: "amazon",
      customPct: "custom",
      customFixed: "custom",
    },
  },
};

/** The fields of a tool's form, each told when it is asked for at all. */
export function withConditions(tool: string, fields: readonly Field[]): Field[] {
  const { by = "", members = {} } = VISIBLE_WHEN[tool] ?? {};
  return fields.map((field) => {
    const only = members[field.name];
    // The help of such a field begins with the choice ("Etsy: …"), which here goes without saying.
    const help =
      only && field.help?.replace(/^\w+: (.)/, (_, first: string) => first.toUpperCase());
    return only === undefined
      ? field
      : { ...field, only: { member: by, is: only }, ...(help !== undefined && { help }) };
  });
}
