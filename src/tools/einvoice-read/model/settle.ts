import type { Issue, Path } from "../../../lib/errors.ts";
import type { InvoiceTool } from "../invoice-tool.ts";
import type { Beyond } from "./beyond.ts";

/** A request and the values that it lacks, before the invoice tool has checked it. */
export interface Draft {
  input: Record<string, unknown> | null;
  /** The total to which the request comes. */
  total: number;
  beyond: Beyond[];
  /** The values of each member, by its path (`items.0.rate`); those of no single member by "". */
  origins: Readonly<Record<string, Beyond[]>>;
}

/** A valid input of the invoice tool, or null, and the values of the document that it lacks. */
export interface Model {
  invoice: Record<string, unknown> | null;
  beyond: Beyond[];
}

/** Rules that only show after others, such as those of sums, need another round. */
const MAX_ROUNDS = 4;

/**
 * Moves the values of members that the invoice tool refuses, such as an IBAN with wrong check
 * digits, to those that the request lacks.
 */
export async function settleModel(draft: Draft, invoices: InvoiceTool): Promise<Model> {
  const { input, origins } = draft;
  if (input === null) return { invoice: null, beyond: draft.beyond };
  const beyond = [...draft.beyond];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const check = await invoices.check(input);
    if ("total" in check) {
      if (check.total !== draft.total) break;
      return { invoice: input, beyond };
    }
    const paths = new Set(check.issues.flatMap((issue) => findMember(issue, origins) ?? []));
    const removed = [...paths].filter((path) => removeMember(input, path.split(".")));
    if (removed.length === 0) break;
    beyond.push(...removed.flatMap((path) => origins[path] ?? []));
  }
  return { invoice: null, beyond: [...draft.beyond, ...Object.values(origins).flat()] };
}

/** Returns the path of the innermost member around an issue that has values of the document. */
function findMember({ path }: Issue, origins: Draft["origins"]): string | undefined {
  for (let length = path.length; length > 0; length--) {
    const member = path.slice(0, length).join(".");
    if (Object.hasOwn(origins, member)) return member;
  }
  return undefined;
}

/** Deletes a member. Returns false if there is none. */
function removeMember(value: unknown, [step = "", ...rest]: Path): boolean {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return false;
  if (rest.length > 0) return removeMember((value as Record<string, unknown>)[step], rest);
  return Reflect.deleteProperty(value, step);
}
