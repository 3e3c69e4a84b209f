import { parseNumber } from "../terms/parse-decimal.ts";
import type { GroupValue, TermValue } from "../terms/read-terms.ts";

type Member = TermValue | GroupValue;

/** Which values of a document an invoice's request has, and in which of its members. */
export class Ledger {
  readonly used = new Set<TermValue>();
  /** Values whose attribute, such as the scheme of an identifier, the request has, too. */
  readonly usedAttributes = new Set<TermValue>();
  /** Values by the path of a member, as `items.0.rate`; those of no single member by "". */
  readonly origins = new Map<string, TermValue[]>();

  use(value: TermValue, path = ""): void {
    this.used.add(value);
    const values = this.origins.get(path);
    if (values === undefined) this.origins.set(path, [value]);
    else values.push(value);
  }
}

/** The values of a document or group, of which each is taken once. */
export class Terms {
  readonly #members: readonly Member[];
  readonly #ledger: Ledger;

  constructor(members: readonly Member[], ledger: Ledger) {
    this.#members = members;
    this.#ledger = ledger;
  }

  groups(id: string): Terms[] {
    return this.#members.flatMap((member) =>
      "group" in member && member.group.id === id ? [new Terms(member.members, this.#ledger)] : [],
    );
  }

  /** Returns the first value of a term that was not taken. */
  find(id: string): TermValue | undefined {
    return this.#members.find(
      (member): member is TermValue =>
        "term" in member && member.term.id === id && !this.#ledger.used.has(member),
    );
  }

  /**
   * Takes a text of up to `maxLength` characters for the member at `path`; without a path, for none
   * of its own.
   */
  text(id: string, path?: string, maxLength = Infinity): string | undefined {
    const value = this.find(id);
    if (value === undefined || value.value.length > maxLength) return undefined;
    this.#ledger.use(value, path);
    return value.value;
  }

  /** Takes a number that a double has exactly. */
  number(id: string, path?: string): number | undefined {
    const value = this.find(id);
    const number = parseNumber(value?.value);
    if (value === undefined || number === undefined) return undefined;
    this.#ledger.use(value, path);
    return number;
  }

  /** Takes a value that is `expected`, and that the member at `path` implies. */
  accept(id: string, expected: string | undefined, path?: string): boolean {
    const value = this.find(id);
    if (value === undefined || value.value !== expected) return false;
    this.#ledger.use(value, path);
    return true;
  }

  /** Takes the attribute of a value, such as the scheme of an identifier. */
  attribute(value: TermValue | undefined): string | undefined {
    const [attribute] = value?.attributes ?? [];
    if (value === undefined || attribute === undefined) return undefined;
    this.#ledger.usedAttributes.add(value);
    return attribute.value.trim() || undefined;
  }
}

/** Returns an object without absent members, or undefined if it has none. */
export function toMembers<T extends object>(members: T): T | undefined {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T);
}
